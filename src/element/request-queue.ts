/**
 * The number of token requests of a page that run at once. Browsers open six connections to a host over
 * HTTP/1.1: more requests would only wait in the browser, while their time runs out.
 */
const AT_ONCE = 6;

const waiting: (() => void)[] = [];
const running = new Set<() => unknown>();

/** Runs a request in its turn: at once, unless too many are under way. */
export async function inTurn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  while (running.size >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running.add(request);
  try {
    return await request();
  } finally {
    running.delete(request);
    waiting.shift()?.();
  }
}
