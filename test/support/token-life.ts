import {
  DEADLINE as DEADLINE_SHARE,
  REFRESH_FROM,
  REFRESH_TO,
} from '../../src/element/refresh-policy.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../src/protocol/token.ts';
import { SECOND } from './durations.ts';

/** The life of a token in milliseconds, from its request. */
export const LIFE = TOKEN_LIFETIME_SECONDS * SECOND;
/** The refresh point is a random time between these two. */
export const EARLIEST_REFRESH = Math.round(REFRESH_FROM * LIFE);
export const LATEST_REFRESH = Math.round(REFRESH_TO * LIFE);
/** The refresh point if the random number is 0.5. */
export const REFRESH_POINT = (EARLIEST_REFRESH + LATEST_REFRESH) / 2;
/** The time at which the element no longer waits for a quiet moment. */
export const DEADLINE = Math.round(DEADLINE_SHARE * LIFE);
