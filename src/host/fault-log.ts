import type { DashboardHostError, DashboardHostErrorCode } from './dashboard-host-error.ts';

/** The same line is not written again for this long. */
const QUIET_MS = 60_000;

interface Line {
  writtenAt: number;
  /** The number of repeats since then. */
  repeats: number;
}

/**
 * Logs the faults that only the owner of the server can fix, by `console.error`: one line each, with code and message,
 * which hold no secret. The same line is written once a minute at most, with the number of its repeats, so that an
 * outage does not flood the log.
 */
export function createFaultLog(): (error: DashboardHostError, caller: AbortSignal) => void {
  const lines = new Map<string, Line>();
  return (error, caller) => {
    // A caller that has gone is not a fault.
    if (!isForOwner(error) || caller.aborted) return;
    const { code, message } = error;
    const text = `embedded-dashboard: ${code}: ${message}${toHint(code)}`;
    // The wall clock may be set back, and would keep the log quiet for as long.
    const now = performance.now();
    const last = lines.get(text);
    if (last && now - last.writtenAt < QUIET_MS) {
      last.repeats += 1;
      return;
    }
    lines.set(text, { writtenAt: now, repeats: 0 });
    console.error(last?.repeats ? `${text} (${last.repeats} more since the last line)` : text);
  };
}

/** The doctor calls the service as the host does. */
function toHint(code: DashboardHostErrorCode): string {
  const isOfService = code.startsWith('upstream-') || code === 'not-found';
  return isOfService ? ' Run: npx embedded-dashboard doctor' : '';
}

/** Faults that no user can fix. A 404 of the service is one: the dashboard was permitted, and so expected. */
function isForOwner({ status, code }: DashboardHostError): boolean {
  return status >= 500 || code === 'not-found';
}
