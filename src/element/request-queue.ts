/**
 * Token requests of a page that run at once. Browsers open six connections to a host over HTTP/1.1:
 * more requests would only wait in the browser, while their time runs out.
 */
const AT_ONCE = 6;

const running = new Set<() => unknown>();
const waiting: (() => void)[] = [];

/** Runs a request when its turn comes, which is at once unless too many are under way. */
export async function inTurn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const start = (): unknown => running.add(request);
  if (running.size < AT_ONCE) start();
  else await new Promise<unknown>((resolve) => waiting.push(() => resolve(start())));
  try {
    return await request();
  } finally {
    running.delete(request);
    waiting.shift()?.();
  }
}
