import type { DatabaseError, ErrorDetails } from './database.ts';

/** The codes of a server that is away, starts or ends: "cannot be reached" says as much. */
const AWAY = /^(|ECONN.*|EPIPE|ETIMEDOUT|08...|57...|PROTOCOL_.*)$/;
/** The driver's text has no code. */
const NO_TLS = /does not support (SSL|secure)/;

/** A hostile server may send anything as a code. */
const CODE = /^[A-Z\d_]{2,50}$/;

/** Returns the reason why a server cannot be used, if its code says more than that it is away. */
export function findReason(code: string, message: string): Pick<ErrorDetails, 'reason'> {
  if (NO_TLS.test(message)) return { reason: 'no-tls' };
  return AWAY.test(code) || !CODE.test(code) ? {} : { reason: code };
}

/** Returns why a connection cannot be made, without its address and its login; `null` for the error of a query. */
export function describeConnectFailure({ code, details }: DatabaseError): string | null {
  // The driver is not installed, or the file is not there.
  if (details.hint && /^(unavailable|3D)/.test(code)) return details.hint;
  if (code.startsWith('28'))
    return 'The server refuses the login. Check the user and the password.';
  if (code.startsWith('3D')) {
    return 'The server has no such database, or the login may not use it.';
  }
  if (code !== 'unavailable') return null;
  if (details.reason) return `The server cannot be used (${details.reason}).`;
  return 'The server cannot be reached. Check the host and the port.';
}
