import { HOUR } from './durations.ts';

/** The life of a token in milliseconds, from its request. */
export const LIFE = 2 * HOUR;
/** The refresh point is a random time between these two. */
export const EARLIEST_REFRESH = Math.round(0.7 * LIFE);
export const LATEST_REFRESH = Math.round(0.8 * LIFE);
/** The refresh point if the random number is 0.5. */
export const REFRESH_POINT = (EARLIEST_REFRESH + LATEST_REFRESH) / 2;
/** The time at which the element no longer waits for a quiet moment. */
export const DEADLINE = Math.round(0.9 * LIFE);
