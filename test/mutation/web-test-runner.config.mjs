import process from 'node:process';
import { SESSION_STATUS } from '@web/test-runner';
import config from '../../web-test-runner.config.mjs';
import { PAGES, toGroup } from '../support/test-pages.mjs';

const { __STRYKER_ACTIVE_MUTANT__: activeMutant } = process.env;

const ACTIVATION = `<script>__stryker__ = ${JSON.stringify({ activeMutant })}</script>`;

/** Activates the mutant of this run in each page, before its modules load. */
async function activateMutant(context, next) {
  await next();
  const { body, response } = context;
  if (response.is('html') && typeof body === 'string') {
    context.body = body.replace(/^\s*(<!doctype html>)?/i, `$&${ACTIVATION}`);
  }
}

/** Ends the run after the first failing page, because its first failing test kills the mutant. */
const untilFailure = {
  start({ sessions }) {
    sessions.on('session-status-updated', ({ status, passed }) => {
      if (status !== SESSION_STATUS.FINISHED || passed) return;
      process.exitCode = 1;
      process.emit('SIGINT', 'SIGINT');
    });
  },
};

/** The excluded tests reach none of the mutated files, or read their text. */
const EXCLUDED = /\/(accessibility|computed-color|docs-page|layout)\./;
const toPage = (name) =>
  toGroup(
    name,
    PAGES[name].filter((file) => /^test\/(element|frame)\//.test(file) && !EXCLUDED.test(file)),
    config.browsers,
  );

export default {
  ...config,
  groups: ['element', 'rules', 'frame'].map(toPage),
  middleware: [activateMutant, ...config.middleware],
  reporters: [untilFailure],
  // A mutant that hangs is found after three minutes.
  testFramework: { config: { timeout: 180_000, bail: true } },
};
