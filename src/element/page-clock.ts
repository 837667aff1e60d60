/** Times of {@link now} at which something may be due; those that have passed do not count. */
export type Times = readonly (number | undefined)[];

/**
 * Does what is due at the time `at`, and returns when it has to look again. `isWake` says that the page
 * may have been away: hidden, frozen, asleep or offline.
 */
export type Look = (at: number, isWake: boolean) => Times;

/** Browsers run a timer at once if its delay is longer than 2^31 milliseconds, about 25 days. */
const LONGEST_SLEEP_MS = 30 * 60_000;
/** The two clocks drift apart by less than this on their own. */
const SET_BACK_MS = 1000;
const WINDOW_EVENTS = ['pageshow', 'online', 'focus', 'blur'];
const DOCUMENT_EVENTS = ['visibilitychange', 'resume'];

/** Everything on the page that waits for a time or a wake, and when it has to look again. */
const looks = new Map<Look, number>();
/** By how much the monotonic clock was ahead of the wall clock at the last reading. */
let difference = Infinity;
/** By how much the wall clock was set back so far. */
let setBackMs = 0;
/** The page's only timer, and when it is due. */
let alarm: { readonly id: ReturnType<typeof setTimeout>; readonly dueAt: number } | null = null;
/** When the page was last hidden or shown, as far as anybody watched. */
let visibilityChangedAt = -Infinity;

/**
 * The page's own time in milliseconds: the wall clock, because it goes on while the machine sleeps,
 * but never set back, because nothing may lengthen the life of a token.
 */
export function now(): number {
  const before = difference;
  difference = performance.now() - Date.now();
  if (difference > before + SET_BACK_MS) setBackMs += Math.round(difference - before);
  return Date.now() + setBackMs;
}

/** The wall clock's date at a time of {@link now}. */
export function toDate(at: number): Date {
  return new Date(at - setBackMs);
}

/** Whether the page is hidden, and has been since `at`: nobody has seen what came after that. */
export function isUnseenSince(at: number): boolean {
  return document.hidden && visibilityChangedAt <= at;
}

/** Since when the page is visible; `Infinity` while it is hidden. */
export function visibleSince(): number {
  return document.hidden ? Infinity : visibilityChangedAt;
}

/**
 * Lets `look` run now, at the times that it returns, and whenever the page wakes. The clock decides
 * what is due. The timer and the wake events only make everybody look at the clock, because browsers
 * delay timers, and machines sleep.
 */
export function watch(look: Look): void {
  if (!looks.size) {
    visibilityChangedAt = -Infinity;
    listen('addEventListener');
  }
  looks.set(look, Infinity);
  lookNow(look);
}

/** Ends a watch. The last one takes the timer and the listeners with it. */
export function unwatch(look: Look): void {
  if (looks.delete(look) && !looks.size) listen('removeEventListener');
  setAlarm();
}

/** Whether `look` is between {@link watch} and {@link unwatch}. */
export function isWatching(look: Look): boolean {
  return looks.has(look);
}

/** Lets a watching `look` run now, because something has changed that it depends on. */
export function lookNow(look: Look): void {
  run([look], now(), false);
}

/** Runs at a wake event, or at the time of the timer: then without an event. */
function lookAll(event?: Event): void {
  const at = now();
  // It has run, or a sleep of the machine has delayed it.
  clearAlarm();
  if (event?.type === 'visibilitychange') visibilityChangedAt = at;
  // The window also loses the focus when the reader goes on in the frame of a dashboard.
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
