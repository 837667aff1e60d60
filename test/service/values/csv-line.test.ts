import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsvLine } from '../../../service/src/values/csv-line.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';

/** Characters that spreadsheets drop or split at, so that a sign behind them starts a cell. */
const DROPPED = ['\t', '\r', '\n', '\r\n', '\0', ' ', '\u00a0', '"', '\ufeff', '\t\t', '\n"'];
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

it('defuses a formula behind characters that a spreadsheet drops', () => {
  for (const before of DROPPED) {
    for (const sign of SIGNS) {
      const [[cell]] = parse(toCsvLine([`${before}${sign}1+1`])) as [[string]];
      expect(cell).toBe(`${before}'${sign}1+1`);
    }
  }
});

it('leaves numbers, and signs inside a text, as they are', () => {
  const cells = ['-5', '-1.5e+3', 'a-b', 'a = b', 'x@example.com', '', ' ', 'a, b', "'"];
  expect(parse(toCsvLine(cells))).toEqual([cells]);
});

it('changes nothing but formulas', () => {
  const text = fc.oneof(hostileText, fc.constantFrom(...DROPPED), fc.constantFrom(...SIGNS));
  const cells = fc.array(fc.array(text, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(cells, (parts) => {
      const given = parts.map((pieces) => pieces.join('').toWellFormed());
      const [read] = parse(toCsvLine(given), { relax_column_count: true }) as [string[]];
      read.forEach((cell, index) => expect(restored(cell, given[index]!)).toBe(given[index]));
    }),
    inputs(400),
  );
});

/** Returns the cell without the apostrophes that the original text does not have. */
function restored(cell: string, original: string): string {
  let at = 0;
  return cell
    .split('')
    .filter((letter) => {
      const isAdded = letter === "'" && original[at] !== "'";
      if (!isAdded) at += 1;
      return !isAdded;
    })
    .join('');
}
