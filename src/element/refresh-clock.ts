/**
 * Does what is due, and returns when there will be more: a time of {@link now}, or `Infinity`.
 * `isWake` tells that the page may have been away.
 */
export type Watcher = (isWake: boolean) => number;

/** Browsers fire at once what is further away than 2^31 milliseconds. */
const LONGEST_SLEEP_MS = 30 * 60_000;
/** Less than this the two clocks differ by themselves. */
const SET_BACK_MS = 1000;
const WAKE_EVENTS = ['pageshow', 'resume', 'online', 'focus', 'blur', 'visibilitychange'];

const watchers = new Map<Watcher, number>();
/** By how much the monotonic clock was before the wall clock when they were last read. */
let difference = Infinity;
let setBackMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds after a number of failures in a row: full jitter, base 2 s, cap 120 s, floor 0.5 s. */
export function retryDelayMs(failures: number): number {
  return Math.max(500, Math.random() * Math.min(120_000, 1000 * 2 ** failures));
}

/**
 * The page's own time in milliseconds: the wall clock, which goes on while the machine sleeps, but
 * never set back, so that nothing lengthens the life of a token.
 */
export function now(): number {
  const before = difference;
  difference = performance.now() - Date.now();
  if (difference > before + SET_BACK_MS) setBackMs += difference - before;
  return Date.now() + setBackMs;
}

/** The wall clock's date at a time of {@link now}. */
export function toDate(at: number): Date {
  return new Date(at - setBackMs);
}

/**
 * Lets `watcher` look now, at the time that it returns, and whenever the page wakes. All that waits
 * on a page does so on one timer. The clock decides what is due; the timer and the wake events only
 * make everybody look at it, because browsers delay timers and machines sleep.
 */
export function watch(watcher: Watcher): void {
  if (!watchers.size) listen('addEventListener');
  watchers.set(watcher, Infinity);
  look(watcher, false);
  arm();
}

export function unwatch(watcher: Watcher): void {
  watchers.delete(watcher);
  if (!watchers.size) listen('removeEventListener');
  arm();
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  for (const type of WAKE_EVENTS) {
    for (const target of [window, document]) target[change](type, lookRound);
  }
}

function lookRound(event?: Event): void {
  const at = now();
  // A page is blurred, too, when somebody goes on in the frame of a dashboard.
  const isWake = !!event && event.type !== 'blur';
  for (const [watcher, dueAt] of [...watchers]) {
    if (event || dueAt <= at) look(watcher, isWake);
  }
  arm();
}

function look(watcher: Watcher, isWake: boolean): void {
  const dueAt = watcher(isWake);
  // It may have ended its watch meanwhile.
  if (watchers.has(watcher)) watchers.set(watcher, dueAt);
}

function arm(): void {
  clearTimeout(timer);
  const delayMs = Math.min(...watchers.values()) - now();
  if (delayMs < Infinity) {
    timer = setTimeout(lookRound, Math.min(LONGEST_SLEEP_MS, Math.ceil(delayMs)));
  }
}
