import type { DashboardHostError } from './dashboard-host-error.ts';

/** How long the same line is not written again. */
const QUIET_MS = 60_000;

interface Line {
  writtenAt: number;
  /** How often it came since then. */
  repeats: number;
}

/**
 * Tells the server's owner of faults, one line each on `console.error`: the code and the message,
 * which hold no secret, and nothing of what lies behind them; not of what its users can mend. An outage does not flood the log: the
 * same line comes once a minute at most, and then tells how often it came meanwhile.
 */
export function createFaultLog(): (error: DashboardHostError, caller: AbortSignal) => void {
  const lines = new Map<string, Line>();
  return (error, caller) => {
    // It is no fault that a caller has gone.
    if (!isForOwner(error) || caller.aborted) return;
    const { code, message } = error;
    const text = `embedded-dashboard: ${code}: ${message}`;
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

/** What no user can mend; a 404 of the service, too: the dashboard was permitted, and so expected. */
function isForOwner({ status, code }: DashboardHostError): boolean {
  return status >= 500 || code === 'not-found';
}
