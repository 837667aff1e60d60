import { expect, it } from 'vitest';
import { toChosenValues } from '../../../service/src/page/browser/form-values.ts';

it('finds all values of each filter in a query, whatever its name is', () => {
  const query = 'filter.Region=North&filter.Region=South&filter-empty.City=1&filter.Least=';
  const chosen = toChosenValues(`${query}&filter.constructor=a&filter.__proto__=b`);
  expect(Object.entries(chosen)).toEqual([
    ['Region', ['North', 'South']],
    ['City', ['']],
    ['constructor', ['a']],
    ['__proto__', ['b']],
  ]);
});
