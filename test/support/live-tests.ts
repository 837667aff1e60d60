/** The end-to-end tests that run against `npm start` and against the live demo. */
export const LIVE_TESTS = [
  'back-office.analyst.slow.test.ts',
  'back-office.editor.test.ts',
  'back-office.editor-changes.slow.test.ts',
  'back-office.editor-drafts.slow.test.ts',
  'dashboard.test.ts',
  'playground.test.ts',
  'playground.access.slow.test.ts',
  'playground.attributes.slow.test.ts',
  'playground.expiry.slow.test.ts',
  'playground.faults.slow.test.ts',
  'playground.pages.slow.test.ts',
  'playground.parameters.slow.test.ts',
  'playground.statuses.slow.test.ts',
  'playground.users.slow.test.ts',
].map((name) => `test/e2e/${name}`);
