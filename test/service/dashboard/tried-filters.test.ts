import { describe, expect, it } from 'vitest';
import { draftOf, figure, problemsOf } from '../admin/draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

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

const tried = async (filters: object[], changes: object = {}) => {
  const { html = '', problems } = await tested.preview(withFilters(filters), changes);
  const [, figureValue] = /class="figure" data-value="(\d+)"/.exec(html) ?? [];
  return { html, figure: figureValue, problems };
};
const published = async (filters: object[], parameters: object) =>
  problemsOf(await tested.publishNew(withFilters(filters), { parameters }));

describe('the choices of an author in the preview', () => {
  it('set the filters', async () => {
    expect((await tried([region])).figure).toBe('0');
    const chosen = [['filter.Region', '2']];
    const { figure: shown, html, problems } = await tried([region], { chosen });
    expect([shown, problems]).toEqual(['2', []]);
    expect(html).toMatch(/<option value="2"\s+selected/);
  });

  it('are ignored if the draft does not offer them any more', async () => {
    const chosen = [['filter.Region', '2']];
    expect(await tried([region], { chosen, parameters: { hidden: '2' } })).toMatchObject({
      figure: '0',
      problems: [],
    });
    expect(await tried([least], { chosen })).toMatchObject({ figure: '0', problems: [] });
  });

  it('are not blamed on the SQL, and the values of parameters lock filters', async () => {
    const chosen = [['filter.Least', 'many']];
    const { problems } = await tried([least], { chosen });
    expect(problems).toEqual([
      { path: 'parameters.least', message: expect.stringContaining('"many"') },
    ]);
    const locked = await tried([least], { chosen, parameters: { least: '7' } });
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
  const { html, figure: shown } = await tried([least, start, { ...end, label: '' }]);
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
