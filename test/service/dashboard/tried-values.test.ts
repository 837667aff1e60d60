import { describe, expect, it } from 'vitest';
import { draftOf, figure, problemsOf } from '../admin/draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

const tried = async (
  sql: string,
  parameters: Record<string, string>,
  tile: object = {},
): Promise<[number, Record<string, string>]> => {
  const draft = draftOf({
    datasets: [{ name: 'counted', sql }],
    tiles: [{ ...figure, ...tile }],
  });
  return problemsOf(await tested.publishNew(draft, { parameters }));
};
const yearSql = 'SELECT :Year::int AS n, :Region AS region';

describe('the values that a draft is tried with', () => {
  it('are given to its datasets', async () => {
    expect(await tried(yearSql, { year: '2026' })).toEqual([200, {}]);
    const [status, problems] = await tried(yearSql, { region: 'North' }, { value: 'region' });
    expect([status, Object.keys(problems)]).toEqual([422, ['tiles.0.value']]);
  });

  it('are reported if one does not fit, and the draft is saved', async () => {
    const [status, problems] = await tried(yearSql, { year: 'last', region: 'North' });
    expect([status, Object.keys(problems)]).toEqual([200, ['parameters.year']]);
    expect(problems['parameters.year']).toMatch(/A value does not fit: .*"last"/);
  });

  it('are all reported if the database quotes none', async () => {
    const sql = 'SELECT 1 / (:A::int - :B::int) AS n';
    const [status, problems] = await tried(sql, { a: '5', b: '5', c: '5' });
    expect([status, Object.keys(problems)]).toEqual([200, ['parameters.a', 'parameters.b']]);
    expect(problems['parameters.a']).toContain('division by zero');
  });

  it('are not blamed for SQL that also fails without them', async () => {
    const sql = 'SELECT 1 / 0 AS n, :Year::int AS year';
    for (const year of ['last', '2026']) {
      const [status, problems] = await tried(sql, { year });
      expect([status, Object.keys(problems)]).toEqual([422, ['datasets.0.sql']]);
    }
  });

  it('do not hide a missing column if they do not fit', async () => {
    const [status, problems] = await tried(yearSql, { year: 'last' }, { value: 'month' });
    const places = ['tiles.0.value', 'parameters.year'];
    expect([status, Object.keys(problems)]).toEqual([422, places]);
  });

  it('are reported and ignored if GetToken would refuse them', async () => {
    const [status, problems] = await tried(yearSql, { year: '2'.repeat(8193), region: 'a\0' });
    expect(status).toBe(200);
    expect(problems).toEqual({
      'parameters.year': 'Shorten it to 8192 characters.',
      'parameters.region': 'Remove the characters that cannot be saved.',
    });
  });

  it('may have names of any length, which the page may show', async () => {
    const name = 'a'.repeat(100);
    const draft = draftOf({
      datasets: [{ name: 'counted', sql: `SELECT :${name}::int AS n` }],
      shownParameters: [name],
    });
    const answer = await tested.publishNew(draft, { parameters: { [name]: 'b' } });
    expect(await problemsOf(answer)).toEqual([
      200,
      { [`parameters.${name}`]: expect.stringContaining('"b"') },
    ]);
  });
});

describe('a draft with a required parameter', () => {
  const sql = 'SELECT count(*) AS n FROM customers WHERE :Region::text IS NULL OR region = :Region';
  const draft = draftOf({
    datasets: [{ name: 'counted', sql }],
    requiredParameters: ['Region'],
  });

  it.each([
    ['no value', {}],
    ['an empty value', { region: '' }],
    ['white space', { region: ' \t' }],
    ['a value that cannot be saved', { region: 'North\0' }],
  ])('shows neither a page nor rows with %s, but knows its columns', async (_, parameters) => {
    const answer = await tested.preview(draft, { parameters });
    expect(answer).toMatchObject({ missing: ['Region'], samples: {} });
    expect(answer.html).toBeUndefined();
    expect(answer.columns.counted).toMatchObject({ names: ['n'] });
  });

  it('is not published with a name that no host can set, and shows no rows', async () => {
    const datasets = [{ name: 'counted', sql: sql.replaceAll(':Region', ':__Region') }];
    const misnamed = { ...draft, datasets, requiredParameters: ['__Region'] };
    const [status, problems] = await problemsOf(await tested.publishNew(misnamed));
    expect([status, Object.keys(problems)]).toEqual([422, ['requiredParameters.0']]);
    expect(await tested.preview(misnamed)).toMatchObject({ missing: ['__Region'], samples: {} });
    const left = { ...misnamed, requiredParameters: [] };
    expect(await problemsOf(await tested.publishNew(left))).toEqual([200, {}]);
  });

  it('shows the rows of its value', async () => {
    const answer = await tested.preview(draft, { parameters: { region: 'North' } });
    expect(answer).toMatchObject({ missing: [], samples: { counted: { rowCount: 1 } } });
    expect(answer.html).toContain('data-tile="figure"');
  });

  it('is published without a value, and has a picture without rows', async () => {
    const [row] = await tested.service.query('SELECT count(*) AS n FROM customers');
    const shown = new RegExp(`>\\s*${Number(row!.n).toLocaleString('en')}\\s*<`);
    const pictureOf = async (published: object): Promise<string> => {
      const guid = await tested.create(published);
      return (await tested.office.get(`dashboards/${guid}/thumbnail.svg`)).text();
    };
    expect(await pictureOf({ ...draft, requiredParameters: [] })).toMatch(shown);
    expect(await pictureOf(draft)).not.toMatch(shown);
  });
});
