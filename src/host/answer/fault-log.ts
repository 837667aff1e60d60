import type { CallerSignal } from '../http/caller-signal.ts';
import { causeOf } from './application-fault.ts';
import type { CallRecord } from './call-record.ts';
import {
  DashboardHostError,
  type DashboardHostErrorCode,
  detailOf,
} from '../dashboard-host-error.ts';

/** The time in which the same line is not written again. */
const QUIET_MS = 60_000;
/** A line of a stack in V8 and JavaScriptCore. */
const FRAME = /\n\s+at [^\n]+:\d+:\d+\)?(?=\n|$)/g;
/** The first frames of a stack are those of the application. The rest are those of the framework around it. */
const MOST_FRAMES = 5;

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
export function createFaultLog(baseUrl: string) {
  const lines = new Map<string, Line>();
  return (error: DashboardHostError, caller: CallerSignal, { dashboardGuid }: CallRecord): void => {
    // A call whose caller has left is not a fault.
    if (!isForOwner(error) || caller.aborted) return;
    const { code, message } = error;
    const sentences = [`embedded-dashboard: ${code}: ${message}`, detailOf(error)].filter(Boolean);
    const [start, end] = [sentences.join(' '), describeCause(error)];
    // The lines of two dashboards are the same one.
    const key = start + end;
    const text = start + toHint(code, baseUrl, dashboardGuid) + end;
    // The wall clock may be set back, which would keep the log quiet for that time.
    const now = performance.now();
    const last = lines.get(key);
    if (last && now - last.writtenAt < QUIET_MS) {
      last.repeats += 1;
      return;
    }
    lines.set(key, { writtenAt: now, repeats: 0 });
    console.error(last?.repeats ? `${text} (${last.repeats} more since the last line)` : text);
  };
}

/**
 * Returns the places in the application's code of an exception. The message of an exception may hold a secret of the
 * application, unless it is an error of the host: it is only shown while the application is developed.
 */
function describeCause(error: DashboardHostError): string {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return '';
  const { stack, message } = cause;
  // The application may have removed the stack, or replaced it with a list.
  const frames = String(stack).replace(message, '').match(FRAME) ?? [];
  const env = globalThis.process?.env;
  const isShown = cause instanceof DashboardHostError || env?.NODE_ENV === 'development';
  const hint = env ? ' Set NODE_ENV=development to see the message of its exception.' : '';
  return `${isShown ? ` ${message}` : hint}${frames.slice(0, MOST_FRAMES).join('')}`;
}

/** Suggests the doctor for faults of the service, because it calls the service as the host does. */
function toHint(code: DashboardHostErrorCode, baseUrl: string, guid: string | null): string {
  const isOfService = code.startsWith('upstream-') || code === 'not-found';
  return isOfService && guid
    ? ` Run: npx embedded-dashboard doctor --service ${baseUrl} --dashboard ${guid}`
    : '';
}

/**
 * Whether no user can fix the fault. A 404 of the service is such a fault: the dashboard was permitted, and so
 * expected.
 */
function isForOwner({ status, code }: DashboardHostError): boolean {
  return status >= 500 || code === 'not-found';
}
