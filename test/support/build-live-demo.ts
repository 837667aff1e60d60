import { execFileSync } from 'node:child_process';
import { LIVE_DEMO } from './live-demo.ts';

/** Builds the live demo once, before all tests of its project. */
export function setup(): void {
  const { NODE_ENV: _, ...env } = process.env;
  const args = ['--import', 'tsx', 'build/live-demo/main.ts', '--outDir', LIVE_DEMO];
  execFileSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
