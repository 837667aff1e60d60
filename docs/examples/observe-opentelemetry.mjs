import { metrics, SpanStatusCode, trace } from '@opentelemetry/api';

const meter = metrics.getMeter('embedded-dashboard');
const duration = meter.createHistogram('embedded_dashboard.call.duration', { unit: 's' });
const attempts = meter.createCounter('embedded_dashboard.service.attempts');
const tracer = trace.getTracer('embedded-dashboard');

/** @param {import('embedded-dashboard/host').DashboardHostEvent} event */
export function observe({ type, code, status, durationMs, serviceMs, dashboardGuid, ...others }) {
  duration.record(durationMs / 1000, { type, code });
  attempts.add(others.attempts, { type });

  const endTime = Date.now();
  const span = tracer.startSpan(`dashboard ${type}`, {
    startTime: endTime - durationMs,
    attributes: {
      'embedded_dashboard.code': code,
      'embedded_dashboard.guid': dashboardGuid ?? undefined,
      'embedded_dashboard.service_ms': serviceMs,
      'http.response.status_code': status ?? undefined,
    },
  });
  // A user without a permission is not a fault of the server.
  if (status !== null && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
