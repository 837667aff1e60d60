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

const region = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  select: { sql: "SELECT * FROM (VALUES ('1'), ('2')) AS t (n) WHERE n <> coalesce(:Hidden, '')" },
};
const least = { kind: 'text', parameter: 'Least', label: 'Least' };
const start = { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'End' };
const end = { kind: 'date', parameter: 'End', label: 'To' };

const withFilters = (filters: object[], changes: object = {}) =>
  draftOf({
    filters,
    datasets: [
      { name: 'counted', sql: 'SELECT coalesce(:Region::int, 0) + coalesce(:Least::int, 0) AS n' },
    ],
    ...changes,
  });
const withSelect = (sql: string) => ({ ...region, select: { sql } });

const triedWith = async (filters: object[], changes: object = {}) => {
  const { html = '', problems } = await tested.preview(withFilters(filters), changes);
  const [, figureValue] = /class="figure" data-value="(\d+)"/.exec(html) ?? [];
  return { html, figure: figureValue, problems };
};
const published = async (filters: object[], parameters: object) =>
  problemsOf(await tested.publishNew(withFilters(filters), { parameters }));

describe('the choices of an author in the preview', () => {
  it('set the filters', async () => {
    expect((await triedWith([region])).figure).toBe('0');
    const chosen = [['filter.Region', '2']];
    const { figure: shown, html, problems } = await triedWith([region], { chosen });
    expect([shown, problems]).toEqual(['2', []]);
    expect(html).toMatch(/<option value="2"\s+selected/);
  });

  it('are ignored if the draft does not offer them any more', async () => {
    const chosen = [['filter.Region', '2']];
    expect(await triedWith([region], { chosen, parameters: { hidden: '2' } })).toMatchObject({
      figure: '0',
      problems: [],
    });
    expect(await triedWith([least], { chosen })).toMatchObject({ figure: '0', problems: [] });
  });

  it('are not blamed on the SQL, and the values of parameters lock filters', async () => {
    const chosen = [['filter.Least', 'many']];
    const { problems } = await triedWith([least], { chosen });
    expect(problems).toEqual([
      { path: 'parameters.least', message: expect.stringContaining('"many"') },
    ]);
    const locked = await triedWith([least], { chosen, parameters: { least: '7' } });
    expect([locked.figure, locked.html.includes('<form')]).toEqual(['7', false]);
  });
});

describe('the list of a filter', () => {
  it('is judged without the values that it is tried with', async () => {
    const fit = withSelect('SELECT 1 + coalesce(:Hidden::int, 0)');
    const [status, problems] = await published([fit], { hidden: 'none' });
    expect([status, Object.keys(problems)]).toEqual([200, ['parameters.hidden']]);
    const broken = withSelect("SELECT 'x'::int + :Hidden::int");
    for (const hidden of ['none', '1']) {
      const [refused, faults] = await published([broken], { hidden });
      expect([refused, Object.keys(faults)]).toEqual([422, ['filters.0.select.sql']]);
    }
  });

  it('is judged even if a value locks its filter', async () => {
    const [status, problems] = await published([withSelect('SELECT nothing')], { region: '1' });
    expect([status, Object.keys(problems)]).toEqual([422, ['filters.0.select.sql']]);
  });

  it('is judged while other parts of the draft have problems', async () => {
    const filters = [{ ...least, label: '' }, withSelect('SELECT nothing')];
    const tiles = [{ ...figure, title: '' }];
    const { problems } = await tested.preview(withFilters(filters, { tiles }));
    const places = ['tiles.0.title', 'filters.0.label', 'filters.1.select.sql'];
    expect(problems.map(({ path }) => path).toSorted()).toEqual(places.toSorted());
  });
});

it('shows the other filters of a range without its end', async () => {
  const { html, figure: shown } = await triedWith([least, start, { ...end, label: '' }]);
  expect(shown).toBe('0');
  expect(html).toContain('name="filter.Least"');
  expect(html).not.toContain('name="filter.Start"');
});

it('binds the list of an unfinished filter, because the SQL needs it', async () => {
  const unfinished = { ...withSelect(''), multiple: true };
  const datasets = [{ name: 'counted', sql: "SELECT count(*) AS n WHERE '1' = ANY(:Region)" }];
  const { html, problems } = await tested.preview(withFilters([unfinished], { datasets }));
  expect(problems.map(({ path }) => path)).toEqual(['filters.0.select.sql']);
  expect(html).toContain('data-value="0"');
  expect(html).not.toContain('<form');
});

describe('the list of a filter', () => {
  it('comes with the facts that its author should know', async () => {
    const listsOf = async (sql: string) =>
      (await tested.preview(withFilters([withSelect(sql), least]))).lists;
    const rows = (count: number): string => `generate_series(1, ${count}) AS n`;
    expect(await listsOf(`SELECT n FROM ${rows(1000)}`)).toEqual({ region: {}, least: {} });
    expect(await listsOf(`SELECT n FROM ${rows(1001)}`)).toMatchObject({
      region: { cut: { shown: 1000, total: 1001 } },
    });
    expect(await listsOf(`SELECT nullif(n, 1) AS "a b" FROM ${rows(3)}`)).toMatchObject({
      region: { nullColumn: 'a b' },
    });
    // The first rows have no NULL.
    expect(await listsOf(`SELECT nullif(n, 2000) AS n FROM ${rows(2000)}`)).toMatchObject({
      region: { cut: { shown: 1000, total: 1999 }, nullColumn: 'n' },
    });
  });
});
