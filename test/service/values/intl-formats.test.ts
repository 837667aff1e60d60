import { expect, it } from 'vitest';
import { dateFormat, numberFormat } from '../../../service/src/values/intl-formats.ts';

const percent = { style: 'percent' } as const;

it('creates one format for the same locale and options, and another one for others', () => {
  expect(numberFormat('en', percent)).toBe(numberFormat('en', { ...percent }));
  expect(dateFormat(['xx', 'en'], {})).toBe(dateFormat(['xx', 'en'], {}));
  const texts = [
    numberFormat('en', percent),
    numberFormat('de', percent),
    numberFormat('en', {}),
    dateFormat('en', { timeZone: 'UTC' }),
    dateFormat('de', { timeZone: 'UTC' }),
  ].map((format) => format.format(0.5));
  expect(texts).toEqual(['50%', '50\u00a0%', '0.5', '1/1/1970', '1.1.1970']);
});

it('keeps a limited number of formats', () => {
  const first = numberFormat('en', percent);
  for (let count = 0; count < 1000; count += 1) numberFormat(`en-x-${count}`, percent);
  expect(numberFormat('en', percent)).not.toBe(first);
  expect(numberFormat('en', percent)).toBe(numberFormat('en', percent));
});
