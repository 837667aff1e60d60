import type { Context, Next } from 'hono';
import { type Tile, toDatasets } from '../dashboard/definition.ts';
import type { AwaitedResults, DatasetResult } from '../dashboard/run-dashboard.ts';
import type { Faults, FaultyCall } from '../state/simulated-faults.ts';
import { ApiError } from './api-error.ts';

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

/** Simulates a slow query of the first tile that shares its dataset with no other one. `signal` ends the delay. */
export function withSlowTile(
  results: AwaitedResults,
  tiles: readonly Tile[],
  { tdb, slowMs = SLOW_MS }: Faults,
  signal: AbortSignal,
): AwaitedResults {
  if (tdb !== 'slow-tile') return results;
  const names = tiles.flatMap(toDatasets);
  const slow = names.find((name) => names.indexOf(name) === names.lastIndexOf(name));
  const delay = async (result: Promise<DatasetResult>): Promise<DatasetResult> => {
    await wait(slowMs, signal);
    return result;
  };
  return new Map(
    Array.from(results, ([name, result]) => [name, name === slow ? delay(result) : result]),
  );
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
