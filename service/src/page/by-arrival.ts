/** The shortest wait that a reader notices, in milliseconds. */
const NOTICED_MS = 200;
/** The longest wait of results that are there for the next one, in milliseconds. */
const PAUSE_MS = 60;

/**
 * Yields the results of promises in lists: first those that arrive together, before a reader notices a wait, in the order
 * of the promises, or none; then each one as it arrives. Ends without the missing ones when `stopped` is aborted.
 * Results that are not `urgent` wait for an urgent one.
 */
export async function* byArrival<Result>(
  promises: readonly Promise<Result>[],
  { stopped, isUrgent }: { stopped: AbortSignal; isUrgent: (result: Result) => boolean },
): AsyncGenerator<Result[]> {
  const left = new Map(
    promises.map((promise, index) => [index, promise.then((result) => ({ index, result }))]),
  );
  const stop = new Promise<null>((resolve) => {
    if (stopped.aborted) resolve(null);
    else stopped.addEventListener('abort', () => resolve(null), { once: true });
  });
  const take = async (end: Promise<null>) => {
    const arrived = await Promise.race([...left.values(), end, stop]);
    if (!arrived || stopped.aborted) return null;
    left.delete(arrived.index);
    return arrived;
  };
  const early: { index: number; result: Result }[] = [];
  const noticed = wait(NOTICED_MS);
  let pause = wait(NOTICED_MS);
  const tooLong = (): Promise<null> => Promise.race([noticed.end, pause.end]);
  for (let next; left.size > 0 && (next = await take(tooLong()));) {
    early.push(next);
    if (!isUrgent(next.result)) continue;
    pause.clear();
    pause = wait(PAUSE_MS);
  }
  noticed.clear();
  pause.clear();
  yield early.toSorted((one, other) => one.index - other.index).map(({ result }) => result);
  for (let next; left.size > 0 && (next = await take(stop));) yield [next.result];
}

function wait(ms: number): { end: Promise<null>; clear: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return { end, clear: () => clearTimeout(timer) };
}
