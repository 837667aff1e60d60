const CDN_FILE = 'dist/embedded-dashboard.min.js';
const HOST = 'dist/host.js';

/** The rooms of the service that answer its readers. */
const SERVICE = 'api charts dashboard database page state telemetry tiles values'
  .split(' ')
  .map((room) => `service/src/${room}`);

/** The benches in the order of the report, with the built files, or the folders of the sources, that each measures. */
export const BENCHES: Record<string, string[]> = {
  size: [CDN_FILE],
  start: [CDN_FILE, HOST],
  refresh: [CDN_FILE],
  many: [CDN_FILE],
  idle: [CDN_FILE],
  host: [HOST],
  service: SERVICE,
  readers: SERVICE,
  filters: SERVICE,
  editor: ['service/src/admin/browser/editor'],
  'first-tile': SERVICE,
  telemetry: SERVICE,
  night: ['api', 'database', 'start', 'state'].map((room) => `service/src/${room}`),
};
