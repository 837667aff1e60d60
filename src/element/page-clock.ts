/**
 * Does what is due at the time `at`, and returns when it has to look again: a time of {@link now}, or
 * `Infinity`. `isWake` says that the page may have been away: hidden, frozen, asleep or offline.
 */
export type Look = (at: number, isWake: boolean) => number;

/** Browsers run a timer at once if its delay is longer than 2^31 milliseconds, about 25 days. */
const LONGEST_SLEEP_MS = 30 * 60_000;
/** The two clocks drift apart by less than this on their own. */
const SET_BACK_MS = 1000;
const WINDOW_EVENTS = ['pageshow', 'online', 'focus', 'blur'];
const DOCUMENT_EVENTS = ['visibilitychange', 'resume'];

interface Alarm {
  readonly id: ReturnType<typeof setTimeout>;
  /** The time that it was set for; {@link LONGEST_SLEEP_MS} may let it run earlier. */
  readonly dueAt: number;
  /** When it runs by the monotonic clock, which timers follow. */
  readonly runsAt: number;
}

/** Everything on the page that waits for a time or a wake, and when it has to look again. */
const looks = new Map<Look, number>();
/** By how much the monotonic clock was ahead of the wall clock at the last reading. */
let difference = Infinity;
/** By how much the wall clock was set back so far. */
let setBackMs = 0;
/** The page's only timer. */
let alarm: Alarm | null = null;
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

/** The earliest of `times` that is still to come; `Infinity` if there is none. */
export function nextOf(at: number, ...times: readonly number[]): number {
  return Math.min(...times.map((time) => (time > at ? time : Infinity)));
}

/**
 * Lets `look` run now, at the time that it returns, and whenever the page wakes. The clock decides
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
  if (!looks.delete(look) || looks.size) return;
  listen('removeEventListener');
  disarm();
}

/** Lets a watching `look` run now, because something has changed that it depends on. */
export function lookNow(look: Look): void {
  const before = looks.get(look);
  if (before === undefined) return;
  const dueAt = run(look, now(), false);
  if (before === alarm?.dueAt && dueAt > before) rearm();
  else armFor(dueAt);
}

/** Returns when `look` has to run again. */
function run(look: Look, at: number, isWake: boolean): number {
  const dueAt = look(at, isWake);
  // The look itself may have ended its watch.
  if (looks.has(look)) looks.set(look, dueAt);
  return dueAt;
}

function onAlarm(): void {
  const at = now();
  for (const [look, dueAt] of [...looks]) if (dueAt <= at && looks.has(look)) run(look, at, false);
  rearm();
}

function onEvent({ type }: Event): void {
  const at = now();
  if (type === 'visibilitychange') visibilityChangedAt = at;
  // The window also loses the focus when the reader goes on in the frame of a dashboard.
  const isWake = type !== 'blur';
  for (const look of [...looks.keys()]) if (looks.has(look)) run(look, at, isWake);
  // The machine may have slept, and timers with it.
  rearm();
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  for (const type of WINDOW_EVENTS) window[change](type, onEvent);
  for (const type of DOCUMENT_EVENTS) document[change](type, onEvent);
}

/** Sets the timer, unless it runs early enough already. */
function armFor(dueAt: number): void {
  if (dueAt === Infinity || !looks.size) return;
  const delayMs = Math.min(LONGEST_SLEEP_MS, Math.max(0, Math.ceil(dueAt - now())));
  const runsAt = performance.now() + delayMs;
  if (alarm && alarm.runsAt <= runsAt) return;
  disarm();
  alarm = { id: setTimeout(onAlarm, delayMs), dueAt, runsAt };
}

function rearm(): void {
  disarm();
  armFor(Math.min(...looks.values()));
}

function disarm(): void {
  clearTimeout(alarm?.id);
  alarm = null;
}
