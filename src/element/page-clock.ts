/** Times of {@link now} at which something may be due; times that have passed do not count. */
export type Times = readonly (number | undefined)[];

/**
 * Does everything that is due at the time `at`, and returns the times of its next ticks. `event` is the event of
 * the page that caused the tick, if one did.
 */
export type Tick = (at: number, event?: Event) => Times;

/** Browsers run a timer at once if its delay is longer than 2^31 milliseconds, about 25 days. */
const LONGEST_SLEEP_MS = 30 * 60_000;
/** The largest drift between the two clocks. A larger difference means that the wall clock was set back. */
const SET_BACK_MS = 1000;
const WINDOW_EVENTS = ['pageshow', 'online', 'focus', 'blur'];
const DOCUMENT_EVENTS = ['visibilitychange', 'resume', 'securitypolicyviolation'];
/**
 * Events after which the page was not away. The window also loses the focus when the reader goes into the frame of
 * a dashboard.
 */
const NO_WAKES = /^(blur|securitypolicyviolation)$/;

/** The functions that wait for a time or a wake, each with the time of its next tick. */
const ticks = new Map<Tick, number>();
/** The lead of the monotonic clock over the wall clock at the last reading, in milliseconds. */
let difference = Infinity;
/** The sum of all times by which the wall clock was set back. */
let setBackMs = 0;
/** The page's only timer, and the time at which it is due. */
let alarm: { readonly id: ReturnType<typeof setTimeout>; readonly dueAt: number } | null = null;
/** The time at which the page was last hidden or shown; `-Infinity` if nothing was watching then. */
let visibilityChangedAt = -Infinity;

/**
 * Returns the page's own time in milliseconds. It follows the wall clock, which goes on while the machine
 * sleeps. It is never set back, because nothing may lengthen the life of a token.
 */
export function now(): number {
  const before = difference;
  difference = performance.now() - Date.now();
  if (difference > before + SET_BACK_MS) setBackMs += Math.round(difference - before);
  return Date.now() + setBackMs;
}

/** Returns the wall clock's date at a time of {@link now}. */
export function toDate(at: number): Date {
  return new Date(at - setBackMs);
}

/** Whether the page has been hidden since `at`, so that nobody has seen any later change. */
export function isUnseenSince(at: number): boolean {
  return document.hidden && visibilityChangedAt <= at;
}

/** The time since which the page is visible; `Infinity` while it is hidden. */
export function visibleSince(): number {
  return document.hidden ? Infinity : visibilityChangedAt;
}

/**
 * Runs `tick` now, at the times that it returns, and whenever the page wakes. The clock decides what is due. The
 * timer and the wake events only make a function read the clock, because browsers delay timers, and machines sleep.
 */
export function watch(tick: Tick): void {
  if (!ticks.size) {
    visibilityChangedAt = -Infinity;
    listen('addEventListener');
  }
  // A watching function keeps the time of its alarm: otherwise nothing would remove that alarm.
  if (!ticks.has(tick)) ticks.set(tick, Infinity);
  tickNow(tick);
}

/** Ends a watch. The end of the last one also removes the timer and the listeners. */
export function unwatch(tick: Tick): void {
  const dueAt = ticks.get(tick);
  if (!ticks.delete(tick)) return;
  if (!ticks.size) listen('removeEventListener');
  if (dueAt === alarm?.dueAt) setAlarm(Math.min(...ticks.values()));
}

/** Whether `tick` is between {@link watch} and {@link unwatch}. */
export function isWatching(tick: Tick): boolean {
  return ticks.has(tick);
}

/** Whether the page may have been away before an event: hidden, frozen, asleep or offline. */
export function isWake(event: Event | undefined): boolean {
  return event !== undefined && !NO_WAKES.test(event.type);
}

/** Runs a watching `tick` now, because something that it depends on has changed. */
export function tickNow(tick: Tick): void {
  run(tick, now());
}

/** Runs all functions: after an event of the page, or without one when the timer is due. */
export function tickAll(event?: Event): void {
  const at = now();
  // The timer has run, or a sleep of the machine has delayed it.
  clearAlarm();
  if (event?.type === 'visibilitychange') visibilityChangedAt = at;
  for (const tick of [...ticks.keys()]) run(tick, at, event);
}

function run(tick: Tick, at: number, event?: Event): void {
  if (!ticks.has(tick)) return;
  const times = tick(at, event).map((time = 0) => (time > at ? time : Infinity));
  // The function may have ended its watch.
  if (!ticks.has(tick)) return;
  const [before, dueAt] = [ticks.get(tick), Math.min(...times)];
  ticks.set(tick, dueAt);
  if (dueAt < (alarm?.dueAt ?? Infinity)) setAlarm(dueAt);
  // Of many dashboards, few set the time of the alarm.
  else if (before === alarm?.dueAt) setAlarm(Math.min(...ticks.values()));
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  for (const type of WINDOW_EVENTS) window[change](type, tickAll);
  for (const type of DOCUMENT_EVENTS) document[change](type, tickAll);
}

/** Sets the timer to the earliest time of all functions. */
function setAlarm(dueAt: number): void {
  clearAlarm();
  if (dueAt === Infinity) return;
  const id = setTimeout(tickAll, Math.min(LONGEST_SLEEP_MS, Math.ceil(dueAt - now())));
  alarm = { id, dueAt };
}

function clearAlarm(): void {
  clearTimeout(alarm?.id);
  alarm = null;
}
