#!/usr/bin/env node
import process from 'node:process';
import { systemClock } from './clock.ts';
import { HttpCallError } from './http-call.ts';
import { NOT_RUN, runCommand } from './run-command.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new HttpCallError('interrupted')));
}

const { env, stdout, stderr } = process;
// The pipe may be closed, or the disk may be full.
for (const stream of [stdout, stderr]) stream.on('error', () => (process.exitCode = NOT_RUN));
process.exitCode = await runCommand(process.argv.slice(2), {
  env,
  stdout,
  stderr,
  clock: systemClock,
  stop: stop.signal,
});
