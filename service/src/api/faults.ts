import type { Context, Next } from 'hono';
import { ApiError } from './api-error.ts';

/** A fault of any call: it answers 500, is late by {@link Faults.slowMs}, or never answers. */
export type CallFault = 'error' | 'slow' | 'hang';

/**
 * A fault of `/Tdb/{token}`. In addition to {@link CallFault}: an empty page, no page at all (204), or a page that
 * cannot be framed.
 */
export type PageFault = CallFault | 'blank' | 'no-content' | 'refuse-frames';

/** The faults to simulate, for tests of host applications. Default: none. */
export interface Faults {
  getToken?: CallFault;
  tdb?: PageFault;
  logout?: CallFault;
  /** The delay of a slow call, in milliseconds. Default: 3,000. */
  slowMs?: number;
}

/** A call that can be made to fail. */
export type FaultyCall = Exclude<keyof Faults, 'slowMs'>;

const SLOW_MS = 3000;
const BLANK_PAGE = '<!doctype html><html lang="en"><title>Blank</title></html>';

/** Simulates the fault of one call. Reads `faults` again on each request. `closing` ends the delayed calls. */
export function withFault(call: FaultyCall, faults: () => Faults, closing: AbortSignal) {
  return async (context: Context, next: Next): Promise<Response | void> => {
    const { [call]: fault, slowMs = SLOW_MS } = faults();
    switch (fault) {
      case 'error':
        return new ApiError('internal', 'This is a simulated failure.').toResponse();
      case 'slow':
      case 'hang': {
        const signal = AbortSignal.any([context.req.raw.signal, closing]);
        await wait(fault === 'slow' ? slowMs : null, signal);
        if (!signal.aborted) return next();
        return new ApiError('unavailable', 'The delayed call was aborted.').toResponse();
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

/** Waits for `ms` milliseconds, or forever if `ms` is `null`. Ends early if `signal` is aborted. */
function wait(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = ms === null ? undefined : setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end);
  });
}
