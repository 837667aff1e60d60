import { pino } from 'pino';

const audit = pino({ name: 'dashboards' }, pino.destination(process.env.AUDIT_LOG ?? 1));

/** @param {import('embedded-dashboard/host').DashboardHostEvent} event */
export function observe({ type, code, status, user, organization, sessionId, dashboardGuid }) {
  audit.info({ type, code, status, user, organization, sessionId, dashboardGuid }, 'dashboard');
}
