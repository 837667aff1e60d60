import type { LostWrite, Reopening } from './notes.ts';
import type { Publication } from './office.ts';

/** A token that the service has acknowledged. */
export interface IssuedToken {
  token: string;
  session: string;
  at: number;
  /** Whether a logout of its session was requested: without an answer, the token may be open or ended. */
  isLogoutAsked: boolean;
  /** The time of the acknowledged logout. */
  endedAt: number | null;
}

/** A sign-in that the service has acknowledged. */
export interface SignIn {
  cookie: string;
  at: number;
  /** Whether a change of the secret has ended it, as documented. */
  isOver: boolean;
}

/** Everything that the service has acknowledged, and what of it was missed. */
export class Ledger {
  readonly tokens: IssuedToken[] = [];
  readonly publications: (Publication & { at: number })[] = [];
  readonly signIns: SignIn[] = [];
  readonly lost: LostWrite[] = [];
  readonly reopened: Reopening[] = [];
}
