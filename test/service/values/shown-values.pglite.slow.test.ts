import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { isChoiceValue } from '../../../service/src/dashboard/filter-value.ts';
import { toText } from '../../../service/src/values/value-formatter.ts';
import { inputs } from '../../support/inputs.ts';
import {
  DUCKDB_VALUES,
  MARIADB_VALUES,
  POSTGRES_VALUES,
  type RandomValues,
} from './random-values.ts';
import { ENGINES, run, useEngine } from './typed-engines.ts';

const VALUES: Record<string, readonly RandomValues[]> = {
  PGlite: POSTGRES_VALUES,
  PostgreSQL: POSTGRES_VALUES,
  MariaDB: MARIADB_VALUES,
  DuckDB: DUCKDB_VALUES,
};

/** Returns rows of values as SQL. The last row has no value, and the one before repeats the first. */
function toRows(values: readonly string[], type: string): string {
  const rows = [...values, values[0]!, 'NULL'].map(
    (sql, id) => `SELECT ${id} AS id, CAST(${sql} AS ${type}) AS v`,
  );
  return `(${rows.join(' UNION ALL ')}) AS s`;
}

describe.for(Object.entries(VALUES))('%s', ([name, types]) => {
  const engine = ENGINES[name]!;
  const source = useEngine(engine, 'SELECT 1;');

  it.skipIf(!engine.isInstalled).for(types.map((each) => [each.name, each] as const))(
    'selects exactly the rows that show a chosen value: %s',
    async ([, typed], { expect }) => {
      const { one, list } = engine.toConditions(typed);
      const { twins = [] } = typed;
      const examples = twins.map((_, place): [string[], number] => [[...twins], place]);
      await fc.assert(
        fc.asyncProperty(
          fc.array(typed.values, { minLength: 1, maxLength: 6 }),
          fc.nat(),
          async (values, place) => {
            const rows = toRows(values, typed.type);
            const { result, choices } = await run(source(), rows);
            const texts = result.rows.map(({ v }) => (v === null ? null : toText(v)));
            const shown = new Set(texts.filter((text) => text !== null));
            expect(new Set(choices)).toEqual(new Set([...shown].filter(isChoiceValue)));
            if (choices.length === 0) return;

            const start = place % choices.length;
            const several = choices.slice(start);
            for (const [condition, chosen] of [
              ...one.map((sql) => [sql, several.slice(0, 1)] as const),
              [list, several] as const,
            ]) {
              const multiple = condition === list;
              const found = await run(source(), rows, { condition, chosen, multiple });
              const ids = result.rows.filter((_, index) => chosen.includes(texts[index]!));
              expect([condition, chosen, found.result.rows]).toEqual([condition, chosen, ids]);
            }
          },
        ),
        { ...(inputs(160) as fc.Parameters<[string[], number]>), examples },
      );
    },
  );
});
