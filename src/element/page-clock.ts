/** Times of {@link now} at which something may be due; times that have passed do not count. */
export type Times = readonly (number | undefined)[];

/**
 * Does everything that is due at the time `at`, and returns the times at which it has to look again. `isWake`
 * says that the page may have been away: hidden, frozen, asleep or offline.
 */
export type Look = (at: number, isWake: boolean) => Times;

/** Browsers run a timer at once if its delay is longer than 2^31 milliseconds, about 25 days. */
const LONGEST_SLEEP_MS = 30 * 60_000;
/** The largest drift between the two clocks. A larger difference means that the wall clock was set back. */
const SET_BACK_MS = 1000;
const WINDOW_EVENTS = ['pageshow', 'online', 'focus', 'blur'];
const DOCUMENT_EVENTS = ['visibilitychange', 'resume'];

/** The functions that wait for a time or a wake, each with the time at which it has to look again. */
const looks = new Map<Look, number>();
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
 * Runs `look` now, at the times that it returns, and whenever the page wakes. The clock decides what is due. The
 * timer and the wake events only trigger a look at the clock, because browsers delay timers, and machines sleep.
 */
export function watch(look: Look): void {
  if (!looks.size) {
    visibilityChangedAt = -Infinity;
    listen('addEventListener');
  }
  looks.set(look, Infinity);
  lookNow(look);
}

/** Ends a watch. The end of the last one also removes the timer and the listeners. */
export function unwatch(look: Look): void {
  if (looks.delete(look) && !looks.size) listen('removeEventListener');
  setAlarm();
}

/** Whether `look` is between {@link watch} and {@link unwatch}. */
export function isWatching(look: Look): boolean {
  return looks.has(look);
}

/** Runs a watching `look` now, because something that it depends on has changed. */
export function lookNow(look: Look): void {
  run([look], now(), false);
}

/** Runs every look: with a wake event, or without an event when the timer is due. */
function lookAll(event?: Event): void {
  const at = now();
  // The timer has run, or a sleep of the machine has delayed it.
  clearAlarm();
  if (event?.type === 'visibilitychange') visibilityChangedAt = at;
  // A `blur` is not a wake: the window also loses the focus when the reader goes into the frame of a
  // dashboard.
  run([...looks.keys()], at, event !== undefined && event.type !== 'blur');
}

function run(due: readonly Look[], at: number, isWake: boolean): void {
  for (const look of due) {
    if (!looks.has(look)) continue;
    const times = look(at, isWake).map((time = 0) => (time > at ? time : Infinity));
    // The look itself may have ended its watch.
    if (looks.has(look)) looks.set(look, Math.min(...times));
  }
  setAlarm();
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  for (const type of WINDOW_EVENTS) window[change](type, lookAll);
  for (const type of DOCUMENT_EVENTS) document[change](type, lookAll);
}

/** Sets the timer, if the earliest time has moved. */
function setAlarm(): void {
  const dueAt = Math.min(...looks.values());
  if (dueAt === alarm?.dueAt) return;
  clearAlarm();
  if (dueAt === Infinity) return;
  const id = setTimeout(lookAll, Math.min(LONGEST_SLEEP_MS, Math.ceil(dueAt - now())));
  alarm = { id, dueAt };
}

function clearAlarm(): void {
  clearTimeout(alarm?.id);
  alarm = null;
}
