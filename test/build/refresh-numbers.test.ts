import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from '../../build/prose/project-files.ts';
import type { Recorder } from '../../demo/playground/page/recorder.ts';
import { toBars } from '../../demo/playground/page/timeline-marks.ts';
import { DEADLINE, REFRESH_FROM, REFRESH_TO } from '../../src/element/refresh-policy.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../src/protocol/token.ts';

test('the timeline of the playground shows the range of the refresh point', () => {
  const tokens = [{ start: 0, end: 1 }] as Recorder['tokens'];
  const recorder = { statuses: [], requests: [], tokens, frames: [] } as unknown as Recorder;
  const range = toBars(recorder, 1).find(({ look }) => look === 'refresh-point');
  expect(range).toMatchObject({ start: REFRESH_FROM, end: REFRESH_TO });
});

/** The files whose texts or times would be wrong after a change of the policy. */
const PLACES =
  /^(?:README\.md|(?:docs|src|demo\/playground|test\/(?:element|e2e|support))\/.*\.(?:md|ts|mjs))$/;
const GENERATED = /<!-- ([\w-]+) -->.*?<!-- \/\1 -->/gs;

test('no text repeats a number of the refresh policy', () => {
  const shares = [REFRESH_FROM, REFRESH_TO, DEADLINE];
  const percent = shares.map((share) => Math.round(100 * share)).join('|');
  const minutes = shares
    .map((share) => Math.round((share * TOKEN_LIFETIME_SECONDS) / 60))
    .join('|');
  const number = new RegExp(
    `\\b(?:${percent}) ?(?:%|percent)|\\b(?:${minutes})(?: ?minutes| \\* MINUTE| \\* 60_)`,
  );
  const found = listFiles('.')
    .filter((file) => PLACES.test(file))
    .map((file) => [file, number.exec(readFileSync(file, 'utf8').replaceAll(GENERATED, ''))?.[0]])
    .filter(([, text]) => text);
  expect(found).toEqual([]);
});
