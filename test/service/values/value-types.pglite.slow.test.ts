import { describe, expect, it } from 'vitest';
import type { TableTile } from '../../../service/src/dashboard/definition.ts';
import { type DatasetRows, runDataset } from '../../../service/src/dashboard/run-dashboard.ts';
import { toTileCsv } from '../../../service/src/downloads/tile-csv.ts';
import { renderTable } from '../../../service/src/page/tile/table-markup.ts';
import { toTileData } from '../../../service/src/tiles/tile-data.ts';
import { toCsvLine } from '../../../service/src/values/csv-line.ts';
import { toText, ValueFormatter } from '../../../service/src/values/value-formatter.ts';
import { toPageLocale } from '../../../service/src/words/page-locale.ts';
import { ENGINES, OPTIONS, run, useEngine } from './typed-engines.ts';
import { toScript } from './typed-tables.ts';

const LOCALE = toPageLocale('en');
const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Returns the rows of a table tile as readers sort them, and its CSV. */
async function draw(result: DatasetRows, isNumber: boolean) {
  const format = isNumber ? 'decimal' : 'text';
  const columns = [{ column: 'v', label: 'v', format }] as const;
  const tile = { id: 't', title: 't', span: 6, kind: 'table', dataset: 'rows', columns } as const;
  const shown = { ...tile, columns: [...columns] } as unknown as TableTile;
  const results = new Map([['rows', result]]);
  const formatter = new ValueFormatter('en', 'EUR');
  const data = toTileData(shown, { results, formatter, words: LOCALE.words });
  if (data.state !== 'ready') throw new Error(data.state);
  const html = (await renderTable(data.table, { formatter, isChosen: () => undefined })).toString();
  const cells = [...html.matchAll(/data-value="([^"]*)"(?: data-sort="([^"]*)")?/g)];
  return {
    cells: cells.map(([, value, key]) => ({ value: decode(value!), key })),
    csv: toTileCsv(shown, results, 'EUR', LOCALE)!,
  };
}

function decode(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** Compares two cells as the page does. */
function compare(
  left: { value: string; key: string | undefined },
  right: { value: string; key: string | undefined },
  isNumber: boolean,
): number {
  if (left.key !== undefined) return Number(left.key) - Number(right.key);
  if (!isNumber) return COLLATOR.compare(left.value, right.value);
  const [first, second] = [left, right].map(({ value }) => Number(value));
  return Number.isNaN(second) ? -1 : first! - second!;
}

describe.for(Object.entries(ENGINES))('%s', ([, engine]) => {
  const { types, isInstalled, toConditions } = engine;
  const source = useEngine(engine, toScript(types));

  it.skipIf(!isInstalled).for(types.map((each) => [each.name, each] as const))(
    'shows, sorts, filters and exports %s',
    async ([name, typed]) => {
      const wanted = typed.values.map(([, shown]) => shown);
      const { result, choices } = await run(source(), name);
      const rows = result.rows.filter(({ v }) => v !== null);
      expect(rows.map(({ v }) => toText(v))).toEqual(wanted);

      const isNumber = ['integer', 'decimal'].includes(result.columns[1]!.type);
      const { cells, csv } = await draw({ ...result, rows }, isNumber);
      expect(cells.map(({ value }) => value)).toEqual(wanted);
      const pairs = cells.slice(1).map((cell, index) => compare(cells[index]!, cell, isNumber));
      expect(pairs.filter((order) => !(order < 0))).toEqual([]);
      expect(csv).toBe(`\ufeff${['v', ...wanted].map((text) => toCsvLine([text])).join('')}`);

      // A shortened value represents several ones, and `=` separates parameters.
      expect(choices).toEqual(wanted.filter((text) => !/^binary, |[=;]/.test(text)));
      const { one, list } = toConditions(typed);
      const conditions = [...one.map((sql) => [sql, false] as const), [list, true] as const];
      for (const choice of choices) {
        for (const [condition, multiple] of conditions) {
          const found = await run(source(), name, { condition, chosen: [choice], multiple });
          expect([condition, found.result.rows.map(({ v }) => toText(v))]).toEqual([
            condition,
            [choice],
          ]);
        }
      }
    },
  );

  it.skipIf(!isInstalled).for([
    ['SELECT 1 AS n, 2 AS m, 3 AS n', 'Columns 1 and 3 have the same name, “n”'],
    ['SELECT :A AS n, :B AS n', 'Columns 1 and 2 have the same name, “n”'],
    ['SELECT :A, :A', expect.stringContaining('Columns 1 and 2 have the same name') as string],
    ['SELECT 1 AS n, 2 AS n_1, 3 AS n_2', null],
  ])('never chooses between columns of one name: %s', async ([sql, reason]) => {
    const result = await runDataset(
      source,
      { name: 'values', select: { sql: sql! }, values: { a: 'one', b: 'two' } },
      OPTIONS,
    );
    expect('failure' in result ? result.reason : null).toEqual(reason);
  });
});
