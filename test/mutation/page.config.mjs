import { toScriptOptions } from './options.mjs';
import { sampleMutants } from './sample.mjs';

sampleMutants(120);

/** `npm run test:mutation:page`; see `README.md`. The tests of the editor use the preview. */
export default toScriptOptions(
  'page',
  ['service/src/page/browser/*.ts', '!service/src/page/browser/preview.ts'],
  'test/scripts/page/!(*.slow).test.ts test/service/page/tile-loads.test.ts',
);
