import type { CallerSignal } from '../http/caller-signal.ts';
import type { CallRecord, DashboardHostEvent } from './call-record.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import { createFaultLog } from './fault-log.ts';

/** Called once for each call of the host. The host waits neither for its result nor for its errors. */
export type Observe = (event: DashboardHostEvent) => unknown;

/** Reports the end of each call: to the application's observer, and faults to the console. */
export interface Watch {
  succeed: (record: CallRecord, status: number) => void;
  /** `caller` is aborted if the caller no longer waits for the answer. */
  fail: (
    record: CallRecord,
    error: DashboardHostError,
    status: number,
    caller: CallerSignal,
  ) => void;
}

/** @throws {DashboardHostError} `config` if `observe` is not a function. */
export function createWatch(observe: unknown, baseUrl: string): Watch {
  const notify = toSafe(observe);
  const logFault = createFaultLog(baseUrl);
  return {
    succeed: (record, status) => notify?.(record, status, null),
    fail(record, error, status, caller) {
      logFault(error, caller, record);
      notify?.(record, caller.aborted ? null : status, error);
    },
  };
}

type Notify = (record: CallRecord, status: number | null, error: DashboardHostError | null) => void;

/** Wraps an observer: one that throws or rejects must not change an answer, or end the process. */
function toSafe(observe: unknown): Notify | null {
  if (observe === undefined || observe === null) return null;
  if (typeof observe !== 'function') {
    throw new DashboardHostError('config', 'observe must be a function.');
  }
  return (record, status, error) => {
    try {
      void Promise.resolve(observe(record.toEvent(status, error))).catch(() => {});
    } catch {
      // Ignore the observer's error.
    }
  };
}
