import process from 'node:process';
import config from '../../web-test-runner.config.mjs';

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

/** Ends the run after the first failing file, because that file kills the mutant. */
const untilFailure = {
  reportTestFileResults({ sessionsForTestFile }) {
    if (sessionsForTestFile.every(({ passed }) => passed)) return;
    process.exitCode = 1;
    process.emit('SIGINT', 'SIGINT');
  },
};

export default {
  ...config,
  // The excluded tests reach none of the mutated files.
  files: [
    'test/element/**/*.test.ts',
    '!test/element/{accessibility,computed-color,forced-colors,layout}.test.ts',
  ],
  groups: [],
  middleware: [activateMutant, ...config.middleware],
  reporters: [untilFailure],
  // A mutant that hangs is found after three minutes.
  testFramework: { config: { timeout: 180_000, bail: true } },
};
