import { OPTIONS } from './options.mjs';
import { sampleMutants } from './sample.mjs';

sampleMutants(160);

/**
 * `npm run test:mutation:element`; see `README.md`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...OPTIONS,
  testRunner: 'command',
  commandRunner: { command: 'npx wtr --config test/mutation/web-test-runner.config.mjs' },
  // The session, the life, the frames, the clock, and the frame protocol.
  mutate: [
    'src/element/{dashboard-life,embedding,frame-retry,frame-stack,fresh-data,logout}.ts',
    'src/element/{page-clock,pending-reload,refresh-policy,status,token-session,token-supply}.ts',
    'src/element/kept-focus.ts',
    'src/frame/*.ts',
  ],
  jsonReporter: { fileName: 'test-results/mutation/element.json' },
};
