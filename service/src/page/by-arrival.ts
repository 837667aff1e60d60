/** The shortest wait that a reader notices, in milliseconds. */
const NOTICED_MS = 200;

/**
 * Yields the results of promises in lists: first those that arrive before a reader notices a wait, in the order of the
 * promises, or none; then each one as it arrives. Ends without the missing ones when `stopped` is aborted.
 */
export async function* byArrival<Result>(
  promises: readonly Promise<Result>[],
  stopped: AbortSignal,
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
  for (let next; left.size > 0 && (next = await take(noticed.end));) early.push(next);
  noticed.clear();
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
