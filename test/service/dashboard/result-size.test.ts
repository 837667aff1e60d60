import { expect, it } from 'vitest';
import { draftOf } from '../admin/draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

/** Previews a dashboard with these datasets, and returns the problems of the datasets by place. */
async function problemsWith(...queries: string[]): Promise<Record<string, string>> {
  const datasets = queries.map((sql, index) => ({ name: index ? `more${index}` : 'counted', sql }));
  const { problems } = await tested.preview(draftOf({ datasets }));
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]));
}

const SMALL = 'SELECT 1 AS n';
const RESULT = 'The result is larger than 16 MiB. Select fewer rows or columns.';
const CELL = 'A value of the column “long” is larger than 1 MiB. Shorten it in the SELECT.';

it('refuses a result over 16 MiB at its dataset, and shows the others', async () => {
  const large = `SELECT repeat('x', 100000) AS long, n FROM generate_series(1, 200) AS n`;
  expect(await problemsWith(SMALL, large)).toEqual({ 'datasets.1.sql': RESULT });
});

it('refuses a value over 1 MiB, and names its column', async () => {
  const long = (length: number, repeated = 'x'): string =>
    `SELECT 1 AS n, repeat('${repeated}', ${length}) AS long, NULL AS none`;
  const longs = [long(1024 * 1024), long(1024 * 1024 + 1), long(512 * 1024 + 1, 'é')];
  expect(await problemsWith(SMALL, ...longs)).toEqual({
    'datasets.2.sql': CELL,
    'datasets.3.sql': CELL,
  });
});
