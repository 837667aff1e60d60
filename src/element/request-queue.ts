/**
 * The number of token requests of a page that run at once. Browsers open six connections to a host over
 * HTTP/1.1: two more requests keep these busy, and the host lets eight of one session run.
 */
const AT_ONCE = 8;

const waiting: (() => void)[] = [];
let running = 0;

/** Runs a request in its turn: at once, unless too many are under way. */
export async function inTurn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await request();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
