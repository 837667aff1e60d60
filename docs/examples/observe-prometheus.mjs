import { Counter, Histogram } from 'prom-client';

const calls = new Counter({
  name: 'embedded_dashboard_calls_total',
  help: 'Calls of the host, by type and code.',
  labelNames: ['type', 'code'],
});
const seconds = new Histogram({
  name: 'embedded_dashboard_call_duration_seconds',
  help: 'Time from a call of the host to its answer.',
  labelNames: ['type'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const serviceSeconds = new Histogram({
  name: 'embedded_dashboard_service_duration_seconds',
  help: 'Time of a call of the host in calls of the dashboard service.',
  labelNames: ['type'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const attempts = new Counter({
  name: 'embedded_dashboard_service_attempts_total',
  help: 'Calls of the dashboard service, with retries.',
  labelNames: ['type'],
});

/** @param {import('embedded-dashboard/host').DashboardHostEvent} event */
export function observe(event) {
  const { type, code, durationMs, serviceMs } = event;
  calls.inc({ type, code });
  seconds.observe({ type }, durationMs / 1000);
  attempts.inc({ type }, event.attempts);
  if (event.attempts > 0) serviceSeconds.observe({ type }, serviceMs / 1000);
}
