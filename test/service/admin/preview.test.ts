import { describe, expect, it } from 'vitest';
import { type TablesAnswer } from '../../../service/src/admin/dashboards/editor-wire.ts';
import { callOf, draftOf, figure, withSql } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

describe('the tables', () => {
  const tablesOf = (connection: string | null): Promise<Response> =>
    tested.office.post('dashboards/tables', { companyId: 1, connection });

  it('are the ones that datasets may read, with the types of their columns', async () => {
    const { tables } = (await (await tablesOf(null)).json()) as TablesAnswer;
    expect(tables.map(({ name }) => name)).toEqual(['customers', 'orders', 'products', 'sales']);
    const orders = tables.find(({ name }) => name === 'orders')!;
    expect(orders.columns).toContainEqual({ name: 'ordered_on', type: 'date' });
    for (const { name, columns } of tables) {
      const list = columns.map((column) => column.name).join(', ');
      const { problems } = await tested.preview(withSql(`SELECT 1 AS n, ${list} FROM ${name}`));
      expect(problems).toEqual([]);
    }
  });

  it('of a missing connection are an error', async () => {
    const response = await tablesOf('gone');
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { code: 'no-tables', message: 'The tables could not be loaded.' } },
    ]);
  });
});

describe('the preview', () => {
  it('shows the page as readers will see it, and saves nothing', async () => {
    const guid = await tested.create();
    const before = await tested.savedOf(guid);
    const { html, problems } = await tested.preview(withSql('SELECT 5 AS n'));
    expect(html).toContain('data-value="5"');
    expect(problems).toEqual([]);
    expect(await tested.savedOf(guid)).toEqual(before);
  });

  it('links to its files relative to the editor’s page', async () => {
    const { html } = await tested.preview(draftOf());
    const names = [...html!.matchAll(/"(\.\.\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name!);
    expect(new Set(names).size).toBe(3);
    for (const name of names) {
      const response = await fetch(new URL(name, `${tested.url}/admin/dashboards/new`));
      expect(response.headers.get('content-type')).toMatch(/javascript|css/);
    }
  });

  it('returns the columns of a dataset while a tile is unfinished', async () => {
    const draft = draftOf({
      datasets: [{ name: 'counted', sql: "SELECT sum(1.5) AS n, 'x' AS m" }],
      tiles: [{ ...figure, value: '' }],
    });
    const { html, columns, problems } = await tested.preview(draft);
    expect(columns).toEqual({
      counted: {
        names: ['n', 'm'],
        types: { n: 'decimal', m: 'text' },
        numbers: ['n'],
        plain: [],
        sums: ['n'],
        facts: {
          rowCount: 1,
          key: [],
          columns: {
            n: { count: 1, filled: 1, longest: 3, range: { least: 1.5, middle: 1.5, most: 1.5 } },
            m: { count: 1, filled: 1, longest: 1 },
          },
        },
      },
    });
    expect(problems.map(({ path }) => path)).toEqual(['tiles.0.value']);
    expect(html).toBeUndefined();
  });

  it('shows the valid tiles, whatever else is wrong', async () => {
    const draft = draftOf({
      title: '',
      datasets: [
        { name: 'counted', sql: 'SELECT 5 AS n' },
        { name: 'broken', sql: 'SELECT oops' },
        { name: '', sql: 'SELECT 1' },
      ],
      tiles: [
        figure,
        { ...figure, id: 'unknown-column', value: 'm' },
        { ...figure, id: 'no-title', title: '' },
        { ...figure, id: 'failing', dataset: 'broken' },
        { ...figure, id: 'orphan', dataset: 'gone' },
      ],
    });
    const { html, problems } = await tested.preview(draft);
    const tiles = [...html!.matchAll(/data-tile="([^"]+)"[^>]*?data-state="([^"]+)"/gs)];
    expect(Object.fromEntries(tiles.map(([, tile, state]) => [tile!, state!]))).toEqual({
      figure: 'ready',
      failing: 'error',
    });
    expect(problems.length).toBeGreaterThan(4);
  });

  it('refuses a page that would take much memory, until a small draft follows', async () => {
    const columns = [{ column: 'n', label: 'Text', format: 'text' }];
    const tiles = Array.from({ length: 10 }, (_, index) => {
      return {
        id: `table-${index}`,
        kind: 'table',
        title: 'Texts',
        dataset: 'counted',
        span: 12,
        columns,
      };
    });
    const sql = `SELECT repeat('x', 10000) AS n FROM generate_series(1, 400)`;
    const large = draftOf({ datasets: [{ name: 'counted', sql }], tiles });
    const refused = await tested.office.post('dashboards/preview', callOf(large));
    expect(refused.status).toBe(413);
    expect((await tested.preview(draftOf())).html).toContain('data-value="42"');
  });

  it('counts 100,000 rows, although a dashboard shows fewer', async () => {
    const sql = 'SELECT n FROM generate_series(1, 100001) AS n; -- all';
    const { samples } = await tested.preview(withSql(sql));
    expect(samples!.counted).toMatchObject({ rowCount: 100_000, truncated: true });
  });

  it('returns the first fifty rows of each dataset, with column types and the total number', async () => {
    const sql = `SELECT n, CASE WHEN n > 1 THEN 'x' END AS m FROM generate_series(1, 60) AS n`;
    const { samples } = await tested.preview(withSql(sql));
    const { rows, ...rest } = samples!.counted!;
    expect(rest).toEqual({
      columns: [
        { name: 'n', type: 'integer' },
        { name: 'm', type: 'text' },
      ],
      rowCount: 60,
      truncated: false,
      durationMs: expect.any(Number),
    });
    expect(rows).toHaveLength(50);
    expect(rows.slice(0, 2)).toEqual([
      ['1', null],
      ['2', 'x'],
    ]);
  });

  it('returns the first 200 characters of a value', async () => {
    const { samples } = await tested.preview(
      withSql("SELECT 1 AS n, repeat('x', 200) AS whole, repeat('x', 201) AS cut"),
    );
    const whole = 'x'.repeat(200);
    expect(samples!.counted!.rows).toEqual([['1', whole, `${whole}…`]]);
  });

  it('advises on rows that a tile cannot show, and draws the page', async () => {
    const sql = 'SELECT 1 AS m, 1 AS d, n FROM generate_series(1, 2) AS n';
    const { value: _, note: __, ...base } = figure;
    const series = [{ column: 'n', label: 'Count' }];
    const line = { ...base, kind: 'line', category: 'm', series };
    for (const [tile, advice] of [
      [line, 'In “Split by”, choose'],
      [{ ...line, splitBy: 'd' }, '. Add them up in the SQL, or'],
    ] as const) {
      const datasets = [{ name: 'counted', sql }];
      const { html, problems } = await tested.preview(draftOf({ datasets, tiles: [tile] }));
      expect(html).toContain('data-state="unfit"');
      const message = expect.stringContaining(advice);
      expect(problems).toEqual([{ path: 'tiles.0.category', message }]);
    }
  });

  it('returns the columns of a dataset without rows', async () => {
    const { html } = await tested.preview(withSql('SELECT 1 AS n WHERE false'));
    expect(html).toContain('data-state="empty"');
    const other = await tested.preview(withSql('SELECT 1 AS other WHERE false'));
    expect(other.problems.map(({ path }) => path)).toEqual(['tiles.0.value']);
  });
});
