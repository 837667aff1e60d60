const CDN_FILE = 'dist/embedded-dashboard.min.js';
const HOST = 'dist/host.js';

/** The benches in the order of the report, with the built files that each measures. The service runs from source. */
export const BENCHES: Record<string, string[]> = {
  size: [CDN_FILE],
  start: [CDN_FILE, HOST],
  evaluation: [CDN_FILE],
  refresh: [CDN_FILE],
  many: [CDN_FILE],
  idle: [CDN_FILE],
  host: [HOST],
  service: [],
  fairness: [],
  readers: [],
  processes: [],
  filters: [],
  editor: [],
  'first-tile': [],
  files: [],
};
