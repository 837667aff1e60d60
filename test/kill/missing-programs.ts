import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { findPostgres } from '../support/postgres-server.ts';
import type { Form } from './stack.ts';

/** A program that a run needs, the form that needs it, and the package of Debian that has it. */
const PROGRAMS: { name: string; version: string; package: string; form?: Form }[] = [
  { name: 'nginx', version: '-v', package: 'nginx-light' },
  { name: 'haproxy', version: '-v', package: 'haproxy', form: 'cluster' },
  { name: 'patroni', version: '--version', package: 'patroni', form: 'cluster' },
  { name: 'etcd', version: '--version', package: 'etcd-server', form: 'cluster' },
];

/** Returns the packages of Debian that this machine lacks for a form of the run. */
export function findMissing(form: Form): string[] {
  // Debian installs some in a folder that only root's PATH contains.
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  const missing = PROGRAMS.filter(
    (each) =>
      (!each.form || each.form === form) &&
      spawnSync(each.name, [each.version], { env }).status !== 0,
  ).map((each) => each.package);
  return findPostgres() ? missing : ['postgresql', ...missing];
}
