import type { Context, Next } from 'hono';
import { ApiError } from './api-error.ts';

/** What any call may do wrong: answer 500, be late by {@link Faults.slowMs}, or never answer. */
export type CallFault = 'error' | 'slow' | 'hang';

/**
 * What `/Tdb/{token}` may do wrong beside that: an empty page, no page at all (204), or one that no
 * page may frame.
 */
export type PageFault = CallFault | 'blank' | 'no-content' | 'refuse-frames';

/** What goes wrong on purpose, for tests of host applications; nothing, where it is empty. */
export interface Faults {
  getToken?: CallFault;
  tdb?: PageFault;
  logout?: CallFault;
  /** By how many milliseconds what is slow is late. Default: 3,000. */
  slowMs?: number;
}

/** A call that can be made to fail. */
export type FaultyCall = Exclude<keyof Faults, 'slowMs'>;

const SLOW_MS = 3000;
const BLANK_PAGE = '<!doctype html><html lang="en"><title>Blank</title></html>';

/** Does one call wrong; `faults` are asked for anew each time. `closing` ends what waits. */
export function withFault(call: FaultyCall, faults: () => Faults, closing: AbortSignal) {
  return async (context: Context, next: Next): Promise<Response | void> => {
    const { [call]: fault, slowMs = SLOW_MS } = faults();
    switch (fault) {
      case 'error':
        return new ApiError('internal', 'This fails on purpose.').toResponse();
      case 'slow':
      case 'hang': {
        const signal = AbortSignal.any([context.req.raw.signal, closing]);
        await wait(fault === 'slow' ? slowMs : null, signal);
        if (!signal.aborted) return next();
        return new ApiError('unavailable', 'The call was ended while it waited.').toResponse();
      }
      case 'blank':
        return context.html(BLANK_PAGE);
      case 'no-content':
        return new Response(null, { status: 204 });
      default:
        return next();
    }
  };
}

/** For so long, or for ever where it is `null`; but no longer than till `signal` is aborted. */
function wait(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = ms === null ? undefined : setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
