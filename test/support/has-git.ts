import { devNull } from 'node:os';
import process from 'node:process';
import { hasProgram } from './installed-program.ts';

/** Whether git is installed. Importing this module keeps the user's git settings and git hooks out of the tests. */
export const hasGit = hasProgram('git');

// A hook names its own repository in such variables, and a user's settings may ignore `.env`.
for (const name of Object.keys(process.env).filter((each) => each.startsWith('GIT_'))) {
  delete process.env[name];
}
Object.assign(process.env, { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' });
