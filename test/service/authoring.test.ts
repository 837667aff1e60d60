import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorStart, TablesAnswer } from '../../service/src/admin/dashboards/editor-wire.ts';
import { type BackOffice, logIn } from '../support/back-office.ts';
import {
  type Answer,
  callOf,
  draftOf,
  figure,
  guidOf,
  problemsOf,
  publishNewIn,
} from './draft-calls.ts';
import { hostileText, inputs } from '../support/hostile.ts';
import { SECRETS, testService } from '../support/test-database.ts';

const { apiKey, adminPassword } = SECRETS;
let service: DashboardService;
let url: string;
let office: BackOffice;

beforeAll(async () => {
  service = createDashboardService({
    ...(await testService()),
    connectionHosts: ['127.0.0.1:9'],
  });
  ({ url } = await service.listen(0));
  office = await logIn(url, adminPassword);
});

afterAll(() => service.close());

const withSql = (sql: string): object => draftOf({ datasets: [{ name: 'counted', sql }] });
const withTile = (changes: object): object => draftOf({ tiles: [{ ...figure, ...changes }] });

const publishNew = (draft: unknown, changes?: object): Promise<Response> =>
  publishNewIn(office, draft, changes);

const create = async (draft: unknown = draftOf()): Promise<string> => {
  const response = await publishNew(draft);
  expect(response.status).toBe(200);
  return guidOf(response);
};

const getToken = (guid: string): Promise<Response> =>
  fetch(`${url}/Api/GetToken/${apiKey}/anna/${guid}`);
const open = async (guid: string): Promise<Response> =>
  fetch(`${url}/Tdb/${await (await getToken(guid)).text()}`);
const share = (guid: string, accessible: boolean): Promise<Response> =>
  office.post(`dashboards/${guid}/share`, { accessible });

/** Returns everything that is saved: the data with which the editor starts. */
const savedOf = async (guid: string): Promise<unknown> => {
  const page = await (await office.get(`dashboards/${guid}`)).text();
  return JSON.parse(/id="editor-start">(.*?)<\/script>/s.exec(page)![1]!);
};

const preview = async (draft: unknown): Promise<Answer> => {
  const response = await office.post('dashboards/preview', callOf(draft));
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
};

describe('the option “Accessible in API”', () => {
  it('is off for a new dashboard, which GetToken does not reach', async () => {
    const guid = await create();
    expect(await savedOf(guid)).toMatchObject({ accessible: false });
    expect((await getToken(guid)).status).toBe(404);
  });

  it('lets GetToken reach the dashboard once it is on', async () => {
    const guid = await create();
    expect((await share(guid, true)).status).toBe(200);
    expect(await (await open(guid)).text()).toContain('data-value="42"');
  });

  it('ends the tokens permanently when it is turned off', async () => {
    const guid = await create();
    await share(guid, true);
    const token = await (await getToken(guid)).text();
    const statusOfToken = async (): Promise<number> => (await fetch(`${url}/Tdb/${token}`)).status;
    expect(await statusOfToken()).toBe(200);
    await share(guid, false);
    expect([await statusOfToken(), (await getToken(guid)).status]).toEqual([401, 404]);
    await share(guid, true);
    expect([await statusOfToken(), (await open(guid)).status]).toEqual([401, 200]);
  });

  it('stays unchanged when the dashboard is saved again', async () => {
    const guid = await create();
    await share(guid, true);
    const response = await office.post(
      `dashboards/${guid}/publish`,
      callOf(withSql('SELECT 7 AS n')),
    );
    expect(response.status).toBe(200);
    expect(await (await open(guid)).text()).toContain('data-value="7"');
  });

  it('needs a saved dashboard', async () => {
    expect((await share('new', true)).status).toBe(404);
    expect((await share(crypto.randomUUID(), true)).status).toBe(404);
  });
});

describe('saving', () => {
  const refused: Record<string, [draft: object, path: string, message: RegExp]> = {
    'SQL that fails': [withSql('SELECT n FROM nowhere'), 'datasets.0.sql', /nowhere/],
    'SQL that writes': [withSql('DELETE FROM orders'), 'datasets.0.sql', /./],
    'no SQL': [withSql(' '), 'datasets.0.sql', /Write a SELECT/],
    'no title': [draftOf({ title: '' }), 'title', /Give the dashboard a title/],
    'a long title': [draftOf({ title: 'a'.repeat(201) }), 'title', /Shorten it to 200/],
    'a NUL': [draftOf({ title: 'a\0' }), 'title', /cannot be saved/],
    'half a character': [draftOf({ subtitle: '\ud800' }), 'subtitle', /cannot be saved/],
    'no currency': [draftOf({ currency: 'EUX' }), 'currency', /ISO 4217/],
    'a malformed language': [draftOf({ locale: 'de_DE' }), 'locale', /language tag, such as de/],
    'an unknown field': [draftOf({ owner: 'Eve' }), '', /Remove “owner”/],
    'a column that is not there': [withTile({ value: 'm' }), 'tiles.0.value', /no such column/],
    'a property of every object': [withTile({ value: 'toString' }), 'tiles.0.value', /no such/],
    'a text for a number': [withSql("SELECT 'many' AS n"), 'tiles.0.value', /are numbers/],
    'no column': [withTile({ value: '' }), 'tiles.0.value', /Choose a column/],
    'a missing dataset': [withTile({ dataset: 'x' }), 'tiles.0.dataset', /no such/],
    'an unknown width': [withTile({ span: 9 }), 'tiles.0.span', /Choose a width/],
    'an unknown kind': [withTile({ kind: 'gauge' }), 'tiles.0.kind', /Choose a kind/],
    'an unknown format': [
      withTile({ format: 'roman' }),
      'tiles.0.format',
      /Choose one of: integer/,
    ],
    'a number for a text': [withTile({ note: 5 }), 'tiles.0.note', /of the type string/],
    'two tiles with the same id': [
      draftOf({ tiles: [figure, figure] }),
      'tiles.1.id',
      /Another tile/,
    ],
    'too many tiles': [
      draftOf({
        tiles: Array.from({ length: 101 }, (_, index) => ({ ...figure, id: `t${index}` })),
      }),
      'tiles',
      /remove some/,
    ],
    'two datasets with the same name': [
      draftOf({ datasets: [1, 2].map((n) => ({ name: 'counted', sql: `SELECT ${n} AS n` })) }),
      'datasets.1.name',
      /Another dataset/,
    ],
    'a dataset with an invalid name': [
      draftOf({ datasets: [{ name: '__proto__', sql: 'SELECT 1 AS n' }] }),
      'datasets.0.name',
      /starts with a letter/,
    ],
    'a missing connection': [
      draftOf({ datasets: [{ name: 'counted', sql: 'SELECT 1 AS n', connection: 'x' }] }),
      'datasets.0.connection',
      /no such data connection/,
    ],
    'no series': [
      withTile({ kind: 'bar', category: 'n', series: [], value: undefined, note: undefined }),
      'tiles.0.series',
      /Add a series/,
    ],
  };

  describe('of a draft that cannot be used', () => {
    let guid: string;

    beforeAll(async () => {
      guid = await create();
      await share(guid, true);
    });

    it.each(Object.entries(refused))('refuses %s, and keeps the saved version', async (_, row) => {
      const [draft, path, message] = row;
      const before = await savedOf(guid);
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      const [status, problems] = await problemsOf(
        await office.post(`dashboards/${guid}/publish`, callOf(draft)),
      );
      expect(log).not.toHaveBeenCalled();
      log.mockRestore();
      expect(status).toBe(422);
      expect(problems).toHaveProperty([path], expect.stringMatching(message));
      expect(await savedOf(guid)).toEqual(before);
      expect(await (await open(guid)).text()).toContain('data-value="42"');
      expect((await publishNew(draft)).status).toBe(422);
    });
  });

  it('reports the problems of all datasets and tiles at once', async () => {
    const draft = draftOf({
      title: '',
      datasets: [
        { name: 'counted', sql: 'SELECT 1 AS n' },
        { name: 'broken', sql: 'SELECT oops' },
      ],
    });
    const [, problems] = await problemsOf(await publishNew(draft));
    expect(Object.keys(problems)).toEqual(['title', 'datasets.1.sql']);
  });

  it('reveals nothing about a failing connection', async () => {
    const form = new URLSearchParams({
      name: 'warehouse',
      connectionString: 'postgres://reader:s3cret@127.0.0.1:9/hidden',
    });
    expect((await office.post('companies/1/connections', String(form))).status).toBe(303);
    const draft = draftOf({
      datasets: [{ name: 'counted', sql: 'SELECT 1 AS n', connection: 'warehouse' }],
    });
    const response = await publishNew(draft);
    const text = await response.text();
    expect(text).toContain('datasets.0.connection');
    expect(text).not.toMatch(/s3cret|reader|hidden|127\.0\.0\.1/);
  });

  it('keeps the language', async () => {
    const saved = await savedOf(await create(draftOf({ locale: 'pt-BR' })));
    expect(saved).toMatchObject({ draft: { locale: 'pt-BR' } });
  });

  it('keeps the datasets in their order', async () => {
    const datasets = ['zebra', 'counted', 'ant'].map((name) => ({ name, sql: 'SELECT 1 AS n' }));
    const saved = await savedOf(await create(draftOf({ datasets })));
    expect(saved).toMatchObject({ draft: { datasets } });
  });

  it('refuses a draft that is based on an older version', async () => {
    const guid = await create();
    const saveOver = (version: number, title: string): Promise<Response> =>
      office.post(`dashboards/${guid}/publish`, callOf(draftOf({ title }), { version }));
    expect((await saveOver(1, 'Mine')).status).toBe(200);
    const late = await saveOver(1, 'Theirs');
    const { version } = (await late.json()) as Answer;
    expect([late.status, version]).toEqual([409, 2]);
    expect(await savedOf(guid)).toMatchObject({ draft: { title: 'Mine' }, version: 2 });
    expect((await saveOver(version, 'Theirs')).status).toBe(200);
    expect(await savedOf(guid)).toMatchObject({ draft: { title: 'Theirs' }, version: 3 });
  });

  it('saves once if a call is repeated because its answer was lost', async () => {
    const guid = crypto.randomUUID();
    const saveAs = async (title: string, version: number): Promise<[number, number]> => {
      const call = callOf(draftOf({ title }), { version });
      const response = await office.post(`dashboards/${guid}/publish`, call);
      return [response.status, ((await response.json()) as Answer).version];
    };
    const twice = await Promise.all([saveAs('New', 0), saveAs('New', 0)]);
    expect(twice).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(await saveAs('Changed', 1)).toEqual([200, 2]);
    expect(await saveAs('Changed', 1)).toEqual([200, 2]);
    expect(await saveAs('New', 0)).toEqual([409, 2]);
    expect(await savedOf(guid)).toMatchObject({ draft: { title: 'Changed' }, version: 2 });
  });

  it('creates nothing for a removed dashboard or at an address that is not a guid', async () => {
    for (const [address, version] of [
      [crypto.randomUUID(), 1],
      ['new', 0],
    ] as const) {
      const response = await office.post(
        `dashboards/${address}/publish`,
        callOf(draftOf(), { version }),
      );
      expect(response.status).toBe(404);
    }
  });

  it('accepts every demo dashboard unchanged', async () => {
    for (const { guid } of service.dashboards) {
      const { draft, version } = (await savedOf(guid)) as { draft: object; version: number };
      const response = await office.post(`dashboards/${guid}/publish`, callOf(draft, { version }));
      expect(response.status).toBe(200);
    }
  });
});

describe('the tables', () => {
  const tablesOf = (connection: string | null): Promise<Response> =>
    office.post('dashboards/tables', { companyId: 1, connection });

  it('are the ones that datasets may read, with the types of their columns', async () => {
    const { tables } = (await (await tablesOf(null)).json()) as TablesAnswer;
    expect(tables.map(({ name }) => name)).toEqual(['customers', 'orders', 'products', 'sales']);
    const orders = tables.find(({ name }) => name === 'orders')!;
    expect(orders.columns).toContainEqual({ name: 'ordered_on', type: 'date' });
    const names = tables.map(({ name }) => name).join(' ');
    for (const secret of ['tokens', 'companies', 'pg_', 'information_schema']) {
      expect(names).not.toContain(secret);
    }
    for (const { name, columns } of tables) {
      const list = columns.map((column) => column.name).join(', ');
      const { problems } = await preview(withSql(`SELECT 1 AS n, ${list} FROM ${name}`));
      expect(problems).toEqual([]);
    }
  });

  it('of a missing connection are an error', async () => {
    expect((await tablesOf('gone')).status).toBe(503);
  });
});

describe('the preview', () => {
  it('shows the page as readers will see it, and saves nothing', async () => {
    const guid = await create();
    const before = await savedOf(guid);
    const { html, problems } = await preview(withSql('SELECT 5 AS n'));
    expect(html).toContain('data-value="5"');
    expect(problems).toEqual([]);
    expect(await savedOf(guid)).toEqual(before);
  });

  it('links to its files relative to the editor’s page', async () => {
    const { html } = await preview(draftOf());
    const names = [...html!.matchAll(/"(\.\.\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name!);
    expect(names).toHaveLength(3);
    for (const name of names) {
      const response = await fetch(new URL(name, `${url}/admin/dashboards/new`));
      expect(response.headers.get('content-type')).toMatch(/javascript|css/);
    }
  });

  it('returns the columns of a dataset while a tile is unfinished', async () => {
    const draft = draftOf({
      datasets: [{ name: 'counted', sql: "SELECT 1.5 AS n, 'x' AS m" }],
      tiles: [{ ...figure, value: '' }],
    });
    const { html, columns, problems } = await preview(draft);
    expect(columns).toEqual({
      counted: { names: ['n', 'm'], types: { n: 'decimal', m: 'text' }, numbers: ['n'] },
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
    const { html, problems } = await preview(draft);
    const tiles = [...html!.matchAll(/data-tile="([^"]+)"[^>]*?data-state="([^"]+)"/gs)];
    expect(tiles.map(([, tile, state]) => [tile, state])).toEqual([
      ['figure', 'ready'],
      ['failing', 'error'],
    ]);
    expect(problems.length).toBeGreaterThan(4);
  });

  it('returns the first fifty rows of each dataset, with column types and the total number', async () => {
    const sql = `SELECT n, CASE WHEN n > 1 THEN 'x' END AS m FROM generate_series(1, 60) AS n`;
    const { samples } = await preview(withSql(sql));
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

  it('advises on rows that a tile cannot show, and draws the page', async () => {
    const draft = draftOf({
      datasets: [{ name: 'counted', sql: 'SELECT 1 AS m, n FROM generate_series(1, 2) AS n' }],
      tiles: [
        {
          ...figure,
          kind: 'line',
          value: undefined,
          note: undefined,
          category: 'm',
          series: [{ column: 'n', label: 'Count' }],
        },
      ],
    });
    const { html, problems } = await preview(draft);
    expect(html).toContain('data-state="unfit"');
    expect(problems).toEqual([
      { path: 'tiles.0.category', message: expect.stringContaining('“Split by”') },
    ]);
  });

  it('returns the columns of a dataset without rows', async () => {
    const { html } = await preview(withSql('SELECT 1 AS n WHERE false'));
    expect(html).toContain('data-state="empty"');
    const other = await preview(withSql('SELECT 1 AS other WHERE false'));
    expect(other.problems.map(({ path }) => path)).toEqual(['tiles.0.value']);
  });
});

describe('the list', () => {
  it('counts the openings of the last seven days, with any token', async () => {
    const guid = await create();
    await share(guid, true);
    await open(guid);
    await open(guid);
    const page = await (await office.get('dashboards')).text();
    const [row] = new RegExp(`<tr>(?:(?!<tr>)[\\s\\S])*?${guid}[\\s\\S]*?</tr>`).exec(page)!;
    expect(row).toContain('<td class="number">2</td>');
  });

  it('makes a copy that is not accessible', async () => {
    const guid = await create();
    await share(guid, true);
    const { headers } = await office.post(`dashboards/${guid}/duplicate`);
    const other = headers.get('location')!.split('/').at(-1)!;
    expect(other).not.toBe(guid);
    const [saved, made] = (await Promise.all([savedOf(guid), savedOf(other)])) as EditorStart[];
    const title = `Copy of ${saved!.draft.title}`;
    expect(made).toMatchObject({ accessible: false, draft: { ...saved!.draft, title } });
    expect((await getToken(other)).status).toBe(404);
  });

  it('names each dashboard with its company, and whether it is accessible', async () => {
    const guid = await create(draftOf({ title: '<b>Listed</b>' }));
    const page = await (await office.get('dashboards')).text();
    const row = page.slice(page.indexOf(`dashboards/${guid}`)).split('</tr>')[0]!;
    expect(row).toContain('&lt;b&gt;Listed&lt;/b&gt;');
    expect(row).toContain('Aurora Coffee Supply');
    expect(row).toMatch(/>no</);
    await share(guid, true);
    const again = await (await office.get('dashboards')).text();
    expect(again.slice(again.indexOf(`dashboards/${guid}`)).split('</tr>')[0]).toContain(
      'Accessible',
    );
  });

  it('omits a removed dashboard, and GetToken does not find it', async () => {
    const guid = await create();
    await share(guid, true);
    const token = await (await getToken(guid)).text();
    expect((await office.post(`dashboards/${guid}/remove`)).status).toBe(200);
    expect(await (await office.get('dashboards')).text()).not.toContain(guid);
    expect((await fetch(`${url}/Tdb/${token}`)).status).toBe(401);
    expect((await getToken(guid)).status).toBe(404);
    expect((await office.get(`dashboards/${guid}`)).status).toBe(404);
  });

  it('offers a new dashboard for each company', async () => {
    const created = await office.post('companies', String(new URLSearchParams({ name: 'Second' })));
    const company = Number(created.headers.get('location')!.split('/').at(-1));
    expect(await (await office.get('dashboards')).text()).toContain(
      `<option value="${company}">Second</option>`,
    );
    const response = await publishNew(draftOf(), { companyId: company });
    const guid = guidOf(response);
    expect(await savedOf(guid)).toMatchObject({ company: { id: company, name: 'Second' } });
    expect((await office.get(`dashboards/new?company=${company}`)).status).toBe(200);
    for (const unknown of ['999', '-1', '1.5', 'x', '99999999999']) {
      expect((await office.get(`dashboards/new?company=${unknown}`)).status).toBe(404);
    }
  });
});

describe('any other request body', () => {
  let guid: string;
  let before: unknown;
  let log: ReturnType<typeof vi.spyOn>;

  beforeAll(async () => {
    guid = await create();
    before = await savedOf(guid);
  });

  beforeEach(() => {
    log = vi.spyOn(console, 'error');
    return () => log.mockRestore();
  });

  /** Generates a valid call with any JSON in one place. */
  const anyCall = fc
    .tuple(
      fc.oneof(fc.jsonValue(), hostileText),
      fc.constantFrom<string[]>(
        [],
        ['draft'],
        ['version'],
        ['companyId'],
        ['parameters'],
        ['parameters', 'region'],
        ['draft', 'title'],
        ['draft', 'subtitle'],
        ['draft', 'currency'],
        ['draft', 'shownParameters'],
        ['draft', 'datasets'],
        ['draft', 'datasets', '0'],
        ['draft', 'datasets', '0', 'name'],
        ['draft', 'datasets', '0', 'sql'],
        ['draft', 'datasets', '0', 'connection'],
        ['draft', 'tiles'],
        ['draft', 'tiles', '0'],
        ['draft', 'tiles', '0', 'id'],
        ['draft', 'tiles', '0', 'kind'],
        ['draft', 'tiles', '0', 'value'],
        ['draft', 'tiles', '0', '__proto__'],
      ),
    )
    .map(([value, path]) =>
      toChanged(callOf(draftOf({ title: 'Changed' }), { version: 77 }), path, value),
    );

  for (const [name, address] of [
    ['publishing', (): string => `dashboards/${guid}/publish`],
    ['the preview', (): string => 'dashboards/preview'],
    ['sharing', (): string => `dashboards/${guid}/share`],
  ] as const) {
    it(`causes no error of the service and changes nothing: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(anyCall, async (sent) => {
          const response = await office.post(address(), sent);
          expect([200, 400, 409, 422]).toContain(response.status);
          if (name !== 'the preview') expect(response.status).not.toBe(200);
        }),
        inputs(120),
      );
      expect(await savedOf(guid)).toEqual(before);
      expect(log).not.toHaveBeenCalled();
    });
  }

  it('is refused if it is not JSON, too large, or sent without a login', async () => {
    const address = `dashboards/${guid}/publish`;
    expect((await office.post(address, 'title=x')).status).toBe(400);
    const large = callOf(withSql('-'.repeat(2 ** 20)));
    expect((await office.post(address, large)).status).toBe(413);
    const nobody = await fetch(`${url}/admin/${address}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', Origin: url },
      body: JSON.stringify(callOf(draftOf())),
    });
    expect(nobody.status).toBe(401);
    expect(await nobody.json()).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await savedOf(guid)).toEqual(before);
  });
});

function toChanged(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as object;
  const part = toChanged((copy as Record<string, unknown>)[key], rest, value);
  Object.defineProperty(copy, key, { value: part, enumerable: true, configurable: true });
  return copy;
}
