import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';

const NODE_24 = `node-${process.platform}-${process.arch}@24.21.0`;

/** Returns the environment with Node 24 from npm, which some frameworks need. */
export async function withNode24(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const args = ['--yes', `--package=${NODE_24}`, '--call', 'node --print process.execPath'];
  const { stdout } = await promisify(execFile)('npx', args, { cwd: tmpdir(), env });
  return { ...env, PATH: `${dirname(stdout.trim())}${delimiter}${env.PATH}` };
}
