import { HOUR, MINUTE } from '../support/durations.ts';

/** The conditions of one kind of day. A time in milliseconds is a mean, unless its comment says otherwise. */
export interface Surroundings {
  readonly name: string;
  /** The exact time for which the page of a day is open. */
  readonly openMs: number;
  /** The element's `refreshEvery` in exact milliseconds; `Infinity` for none. */
  readonly refreshMs: number;
  /** The share of pages with a pointer that rests on the dashboard and never moves. */
  readonly parked: number;
  /** The share of calls that fail without an outage. */
  readonly failedCalls: number;
  readonly outagesADay: number;
  readonly outageMs: number;
  /** The alternating times in which the user looks at the page and is away from it. */
  readonly lookMs: number;
  readonly awayMs: number;
  /** The share of absences in which the machine sleeps, and of looks that a closed lid ends. */
  readonly sleeps: number;
  readonly lids: number;
  readonly sleepMs: number;
  /** The share of browsers that freeze a page while it is hidden. */
  readonly freezes: number;
  /** The maximum lateness of timers on a hidden page. */
  readonly timersLateMs: number;
  /** The goal for days without a gap, in percent. */
  readonly gapFreeDays?: number;
  /** The goal for a token's remaining minutes when the next token comes, if nothing delayed that one. */
  readonly margin?: number;
}

/**
 * Chromium wakes a hidden page once a minute, Firefox for Android every fifteen minutes. Mobile
 * operating systems stop it completely. Sources:
 * developer.chrome.com/blog/timer-throttling-in-chrome-88, MDN on the delays of `setTimeout`.
 */
export const SURROUNDINGS: readonly Surroundings[] = [
  {
    name: 'desktop',
    openMs: 10 * HOUR,
    refreshMs: Infinity,
    parked: 0,
    failedCalls: 0.02,
    outagesADay: 0.5,
    outageMs: 10 * MINUTE,
    lookMs: 20 * MINUTE,
    awayMs: 25 * MINUTE,
    sleeps: 0.1,
    lids: 0.03,
    sleepMs: 45 * MINUTE,
    freezes: 0,
    timersLateMs: MINUTE,
    gapFreeDays: 99.5,
    margin: 23,
  },
  {
    name: 'no sleep',
    openMs: 10 * HOUR,
    refreshMs: Infinity,
    parked: 0,
    failedCalls: 0,
    outagesADay: 0,
    outageMs: 0,
    lookMs: 20 * MINUTE,
    awayMs: 25 * MINUTE,
    sleeps: 0,
    lids: 0,
    sleepMs: 0,
    freezes: 0,
    timersLateMs: MINUTE,
    gapFreeDays: 100,
    margin: 23,
  },
  {
    name: 'mobile',
    openMs: 10 * HOUR,
    refreshMs: Infinity,
    parked: 0,
    failedCalls: 0.05,
    outagesADay: 0.5,
    outageMs: 10 * MINUTE,
    lookMs: 5 * MINUTE,
    awayMs: 25 * MINUTE,
    sleeps: 0.2,
    lids: 0.03,
    sleepMs: 45 * MINUTE,
    freezes: 0.5,
    timersLateMs: 15 * MINUTE,
    gapFreeDays: 99,
  },
  {
    name: 'unattended wall',
    openMs: 30 * 24 * HOUR,
    refreshMs: 5 * MINUTE,
    parked: 0.5,
    failedCalls: 0.02,
    outagesADay: 0.5,
    outageMs: 10 * MINUTE,
    lookMs: Infinity,
    awayMs: 0,
    sleeps: 0,
    lids: 0,
    sleepMs: 0,
    freezes: 0,
    timersLateMs: 0,
  },
];
