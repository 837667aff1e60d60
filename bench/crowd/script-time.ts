/** What the browser has noted of a piece of work; times in microseconds. */
export interface TraceEvent {
  name: string;
  /** `X` is a piece of work with a length. */
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
 * Where scripts begin to run, and are read. What goes on after an `await` is among the microtasks,
 * which ScriptDuration of the DevTools protocol leaves out.
 */
const SCRIPT =
  /^(v8\.(run|evaluateModule|callFunction|callAsConstructor|compile|compileModule)|RunMicrotasks)$/;

/** The process that ran the scripts of a page, and the processor time that its main thread spent there. */
export function sumScriptTime(
  events: readonly TraceEvent[],
  url: string,
): { processId: number; scriptMs: number } {
  const first = events.find(({ name, args }) => name === 'v8.run' && args?.fileName === url);
  if (!first) throw new Error(`No script of ${url} has run.`);
  const runs = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && pid === first.pid && tid === first.tid && SCRIPT.test(name),
  );
  runs.sort((a, b) => a.ts - b.ts);
  let endsAt = 0;
  let microseconds = 0;
  for (const { ts, dur = 0, tdur = 0 } of runs) {
    // One within another is part of it.
    if (ts < endsAt) continue;
    endsAt = ts + dur;
    microseconds += tdur;
  }
  return { processId: first.pid, scriptMs: microseconds / 1000 };
}
