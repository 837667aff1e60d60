/** Roles that reach the files, the programs and the connections of the server. */
export const SERVER_ROLES = [
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_execute_server_program',
  'pg_signal_backend',
];

/** Returns names of roles as a list of SQL texts. The names are constants of the code. */
export function toRoleList(roles: readonly string[]): string {
  return roles.map((role) => `'${role}'`).join();
}
