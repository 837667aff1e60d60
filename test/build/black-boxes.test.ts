import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBlackBoxes } from '../support/black-box-files.mjs';

/** The tests of modules that no page can load from a CDN. */
const INSIDE = ['test/element/computed-color.test.ts', 'test/element/page-clock.test.ts'];

// An import in a support module would take many tests away from the published files.
test('all other tests of element and frame run on the published files, too', async () => {
  const files = ['test/element', 'test/frame'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const blackBoxes = await findBlackBoxes(files);
  expect(files.filter((file) => !blackBoxes.has(file))).toEqual(INSIDE);
});
