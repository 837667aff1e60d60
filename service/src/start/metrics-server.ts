import { type HttpServer, serve } from '../process/http-server.ts';
import { isLoopback } from '../process/public-url.ts';
import type { Report } from '../telemetry/events.ts';
import type { Readings } from '../telemetry/metrics.ts';

const OPEN_TO_OTHERS =
  'SERVICE_METRICS_HOST: other machines can read the metrics, because there is no login. Let only Prometheus reach the port.';

/** The metrics of a service that listens. */
export interface ServedMetrics {
  /** Counts the events of the service. */
  report: Report;
  server: HttpServer;
}

/** The port and the address of the metrics. */
export interface MetricsPlace {
  metricsPort: number;
  /** `null` for loopback. */
  metricsHost: string | null;
}

/**
 * Serves `GET /metrics`, and nothing else. `read` returns `null` while the databases are not open.
 * @throws {SettingError} for a busy port.
 */
export async function serveMetrics(
  { metricsPort: port, metricsHost: host }: MetricsPlace,
  read: () => Promise<Readings | null>,
  report: Report,
): Promise<ServedMetrics> {
  // Only loaded if somebody wants metrics.
  const { Metrics } = await import('../telemetry/metrics.ts');
  const metrics = new Metrics(read);
  const answer = async ({ method, url }: Request): Promise<Response> => {
    if (method !== 'GET' || new URL(url).pathname !== '/metrics') {
      return new Response('The metrics are at /metrics.\n', { status: 404 });
    }
    return new Response(await metrics.render(), {
      headers: { 'Content-Type': metrics.mediaType, 'Cache-Control': 'no-store' },
    });
  };
  const server = await serve(answer, { port, host, setting: 'SERVICE_METRICS_PORT' });
  report({ kind: 'notice', level: 'info', text: `The metrics are at ${server.url}/metrics` });
  if (host !== null && !isLoopback(host)) {
    report({ kind: 'notice', level: 'warn', text: OPEN_TO_OTHERS });
  }
  return { report: metrics.report, server };
}
