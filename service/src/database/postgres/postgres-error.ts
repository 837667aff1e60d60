import { findReason } from '../connect-failure.ts';
import { DatabaseError } from '../database.ts';
import { isTooLarge } from '../result-size.ts';

/** The SQLSTATE of a server that has no connection left. */
const TOO_MANY_CONNECTIONS = '53300';
/** No class of SQLSTATEs begins with E, unlike the codes of the system, such as EPIPE. */
const SQLSTATE = /^(?!E)[\dA-Z]{5}$/;
/** Connection errors, too many connections, and a server that stops or starts. */
const GONE = /^(08...|53300|57P0[123])$/;
const READ_ONLY = '25006';
/** For the service's own statements, also a read-only server and a deadlock: a retry may succeed. */
const UNAVAILABLE = new RegExp(`${GONE.source}|^(${READ_ONLY}|40P01)$`);
const CANCELED = '57014';
/** PgBouncer refuses everything with one SQLSTATE, that of a violated protocol. Its text tells a wrong password. */
const POOLER_REFUSAL = '08P01';
const LOGIN_REFUSED = /authentication failed/;
const WRONG_PASSWORD = '28P01';

/**
 * Returns the error of one of the service's own statements. An error without an SQLSTATE does not come from the server:
 * the server is unavailable.
 */
export function toDatabaseError(error: unknown): DatabaseError {
  return toError(error, UNAVAILABLE);
}

/** Returns the error of an author's SELECT. A write or a deadlock is the fault of the SQL, not of the server. */
export function toReadError(error: unknown): DatabaseError {
  return toError(error, GONE);
}

function toError(error: unknown, unavailable: RegExp): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code = '', message } = error as { code?: string; message?: string };
  if (code === POOLER_REFUSAL && LOGIN_REFUSED.test(String(message))) {
    return new DatabaseError(WRONG_PASSWORD, String(message));
  }
  if (!SQLSTATE.test(code) || unavailable.test(code)) {
    return new DatabaseError('unavailable', String(message), findReason(code, String(message)));
  }
  return new DatabaseError(code === CANCELED ? 'time-limit' : code, String(message));
}

/** Returns whether the connection has ended or may be broken, or a late request may cancel its next query. */
export function isSpent(failure: DatabaseError | undefined): boolean {
  return isTooLarge(failure) || failure?.code === 'unavailable' || failure?.code === 'aborted';
}

/** Returns whether the server has no connection left. */
export function isFull(error: unknown): boolean {
  return (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
}

/** Returns whether the server refuses a write. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === READ_ONLY;
}

/** Returns whether another host may do better after a failed attempt to connect. A full server will have room again. */
export function isHostLost(error: unknown): boolean {
  return !isFull(error) && toDatabaseError(error).code === 'unavailable';
}
