import { expect, it } from 'vitest';
import {
  toIntervalSeconds,
  toIntervalText,
  toPostgresInterval,
} from '../../../service/src/values/interval-text.ts';

it.for([
  ['1 year 2 mons 3 days 04:05:06.5', '1 year 2 months 3 days 04:05:06.5', 36_561_906.5],
  ['-1 days +02:00:00', '-1 day 02:00:00', -79_200],
  ['1 mon -1 days', '1 month -1 day', 2_505_600],
  ['-1 years -2 mons +3 days', '-1 year -2 months 3 days', -36_028_800],
  ['-00:00:01', '-00:00:01', -1],
  ['00:00:00', '00:00:00', 0],
] as const)('%s of PostgreSQL is shown as %s', ([own, shown, seconds]) => {
  expect(toIntervalText(own)).toBe(shown);
  expect(toPostgresInterval(shown)).toBe(own);
  expect(toIntervalSeconds(shown)).toBe(seconds);
});

it.for(['', ' ', '3', '3 days ago', 'infinity'])('%j has no length', (text) => {
  expect(toIntervalSeconds(text)).toBe(null);
});
