import { toScriptOptions } from './options.mjs';
import { sampleMutants } from './sample.mjs';

sampleMutants(120);

/** `npm run test:mutation:editor`; see `README.md`. */
export default toScriptOptions(
  'editor',
  ['service/src/admin/browser/**/*.ts', 'service/src/page/browser/preview.ts'],
  'test/scripts/editor/*.test.ts test/service/*/{draft-changes,edited-draft,editor-filters,suggest-*}.test.ts',
);
