/** An event of the browser's trace. Times are in microseconds. */
export interface TraceEvent {
  name: string;
  /** The phase; `X` is an event with a duration. */
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time. */
  tdur?: number;
  args?: { fileName?: string };
}

/**
 * The events in which V8 compiles or runs scripts. Code after an `await` runs in microtasks, which `ScriptDuration` of
 * the DevTools protocol leaves out.
 */
const SCRIPT =
  /^(v8\.(run|evaluateModule|callFunction|callAsConstructor|compile|compileModule)|RunMicrotasks)$/;

/** Returns the process that ran the scripts of a page, and the processor time of its main thread in scripts. */
export function sumScriptTime(
  events: readonly TraceEvent[],
  url: string,
): { processId: number; scriptMs: number } {
  const first = events.find(({ name, args }) => name === 'v8.run' && args?.fileName === url);
  if (!first) throw new Error(`No script of ${url} ran.`);
  const runs = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && pid === first.pid && tid === first.tid && SCRIPT.test(name),
  );
  runs.sort((a, b) => a.ts - b.ts);
  let endsAt = 0;
  let microseconds = 0;
  for (const { ts, dur = 0, tdur = 0 } of runs) {
    // A nested event is already part of the outer one.
    if (ts < endsAt) continue;
    endsAt = ts + dur;
    microseconds += tdur;
  }
  return { processId: first.pid, scriptMs: microseconds / 1000 };
}
