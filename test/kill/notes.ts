import type { UnexpectedEnd } from './supervised.ts';

// The notes of a run. Times are milliseconds since the start of the test's process, without a token or a key.

/** The kinds of acknowledged writes. */
export type WriteKind = 'token' | 'logout' | 'publish' | 'sign-in';
/** The calls of the client: writes, and openings of live and of ended tokens. */
export type CallKind = WriteKind | 'open' | 'open ended';

/** A call of the client. */
export interface CallNote {
  kind: CallKind;
  from: number;
  to: number;
  /** `ok`, or a few words about the error. */
  result: string;
}

/** The way in which a fault takes the database away: its connections break, or they fall silent. */
export type Loss = 'closed' | 'silent';

/** A fault, from its beginning until all programs run again. */
export interface FaultNote {
  name: string;
  /** Missing if the fault concerns no connection to the database. */
  loss?: Loss;
  from: number;
  to: number;
  /** The time at which the network was back. Missing if the direct writes to the database say it. */
  overAt?: number;
  /** The reason why the fault could not be caused. */
  skipped?: string;
}

/** A write that was acknowledged at a time, and is not there. */
export interface LostWrite {
  kind: WriteKind;
  /** The time of the acknowledgment. */
  at: number;
  /** The way in which the test noticed the loss. */
  seen: string;
}

/** A token that opened a dashboard after its logout was acknowledged. */
export interface Reopening {
  /** The time of the acknowledged logout. */
  at: number;
  seen: string;
}

/** An answer of `/live` other than 200, or none, of a process that runs. */
export interface LiveNote {
  process: string;
  at: number;
  result: string;
}

/** The news of a reader's tag. */
export interface ReaderNote {
  reader: string;
  /** `stays`: keeps one dashboard open. `opens`: opens it again and again. */
  habit: 'stays' | 'opens';
  at: number;
  /** The number of the opening, from 1. */
  opening: number;
  /** `status` has the status and the text for readers, `screen` what is wrong on screen, if anything; others are events of the tag. */
  kind: 'status' | 'screen' | 'load' | 'refreshed' | 'error' | 'expired' | 'logout';
  detail: string;
}

/** Everything that a run has seen. */
export interface RunNotes {
  seed: number;
  startedAt: number;
  endedAt: number;
  calls: CallNote[];
  /** The times at which a call could not start, because too many were open. */
  notStarted: number[];
  /** The successful direct writes to the database, from their start to their end. */
  writes: { from: number; to: number }[];
  faults: FaultNote[];
  /** The number of acknowledged writes of each kind. */
  acknowledged: Record<WriteKind, number>;
  lost: LostWrite[];
  reopened: Reopening[];
  unexpectedEnds: UnexpectedEnd[];
  live: LiveNote[];
  readers: ReaderNote[];
}
