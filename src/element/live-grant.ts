import type { DashboardParameters } from '../protocol/dashboard-parameters.ts';
import type { TokenGrant } from '../protocol/token.ts';
import type { Tick } from './page-clock.ts';
import { toSchedule, type Schedule } from './refresh-policy.ts';
import type { TokenSource } from './token-source.ts';

/** A token with its life, in milliseconds of the page's clock. */
export interface LiveGrant extends TokenGrant, Schedule {
  /** The time of its request. */
  readonly askedAt: number;
  /** Whether it replaces an earlier token automatically. */
  readonly isRenewal: boolean;
  /** The user that it was requested for; `null` for a token that came with the page. */
  readonly askedBy: Tick | null;
  /** The reader's choice that it was requested for. */
  readonly parameters: DashboardParameters | null;
  /** Equal for equal parameters. */
  readonly choice: string;
  /** The key of its source. */
  readonly key: readonly unknown[];
  /** The number of failed attempts before it; `null` once it has opened a dashboard on this page. */
  failures: number | null;
}

/** Returns the token of an answer with its life. */
export function toLiveGrant(
  grant: TokenGrant,
  { parameters, choice, key }: TokenSource,
  request: Pick<LiveGrant, 'askedAt' | 'isRenewal' | 'askedBy' | 'failures'>,
): LiveGrant {
  const schedule = toSchedule(request.askedAt, grant.expiresIn);
  return { ...grant, ...schedule, ...request, parameters, choice, key };
}
