#!/usr/bin/env node
import process from 'node:process';
import { runCommand } from './run-command.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const { env, stdout, stderr } = process;
process.exitCode = await runCommand(process.argv.slice(2), {
  env,
  stdout,
  stderr,
  stop: stop.signal,
});
