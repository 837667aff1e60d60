import type { DatabaseError } from './database.ts';

/** Returns why a connection cannot be made, without its address and its login; `null` for the error of a query. */
export function describeConnectFailure({ code, details }: DatabaseError): string | null {
  // The driver is not installed, or the file is not there.
  if (details.hint && /^(unavailable|3D)/.test(code)) return details.hint;
  if (code.startsWith('28'))
    return 'The server refuses the login. Check the user and the password.';
  if (code.startsWith('3D')) {
    return 'The server has no such database, or the login may not use it.';
  }
  return code === 'unavailable'
    ? 'The server cannot be reached. Check the host and the port.'
    : null;
}
