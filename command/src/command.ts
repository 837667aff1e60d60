#!/usr/bin/env node
import { dirname } from 'node:path';
import process from 'node:process';
import { systemClock } from './doctor/clock.ts';
import { HttpCallError } from './doctor/http-call.ts';
import { NOT_RUN, runCommand } from './doctor/run-command.ts';
import { readWrittenAddresses } from './init/read-written-addresses.ts';
import { runInit } from './init/run-init.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Not once: a signal of the terminal arrives twice under `npx`. The second must not end a process that restores files.
  process.on(signal, () => stop.abort(new HttpCallError('interrupted')));
}

const { env, stdin, stdout, stderr } = process;
// The pipe may be closed, or the disk may be full.
for (const stream of [stdout, stderr]) stream.on('error', () => (process.exitCode = NOT_RUN));
const [name, ...args] = process.argv.slice(2);
const around = { env, stdout, stderr, stop: stop.signal };
process.exitCode =
  name === 'init'
    ? await runInit(args, {
        ...around,
        stdin,
        folder: process.cwd(),
        // The bundle of this file is one folder below that of the package, in `dist`.
        packageFolder: dirname(import.meta.dirname),
      })
    : await runCommand(process.argv.slice(2), {
        ...around,
        clock: systemClock,
        readAddresses: () => readWrittenAddresses(process.cwd()),
      });
