import { DashboardError, type DashboardErrorCode } from '../protocol/dashboard-error.ts';

/** The error code for each reason for which a page shows no dashboard. */
const CODES = new Map<unknown, DashboardErrorCode>([
  ['expired', 'bad-token'],
  ['signed-out', 'bad-token'],
  ['forbidden', 'forbidden'],
  ['not-found', 'not-found'],
  ['unavailable', 'server'],
]);

/** Returns the error of a page that refuses its token; `null` for an unknown reason. */
export function toRefusal(
  reason: unknown,
  { src }: HTMLIFrameElement,
  retryable: boolean,
): DashboardError | null {
  const code = CODES.get(reason);
  if (!code) return null;
  const message = `The dashboard of ${new URL(src).origin} says: ${String(reason)}.`;
  return new DashboardError(code, message, { retryable });
}
