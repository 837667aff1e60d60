import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { RefusedAnswer } from '../../../service/src/admin/dashboards/editor-wire.ts';
import { type Answer, draftOf, figure, problemsOf, withSql } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice({ connectionHosts: ['127.0.0.1:9'] });

const withTile = (changes: object): object => draftOf({ tiles: [{ ...figure, ...changes }] });

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
      guid = await tested.create();
      await tested.share(guid, true);
    });

    it.each(Object.entries(refused))('refuses %s, and keeps the saved version', async (_, row) => {
      const [draft, path, message] = row;
      const before = await tested.savedOf(guid);
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      const [status, problems] = await problemsOf(await tested.publish(guid, draft));
      expect(log).not.toHaveBeenCalled();
      log.mockRestore();
      expect(status).toBe(422);
      expect(problems).toHaveProperty([path], expect.stringMatching(message));
      expect(await tested.savedOf(guid)).toEqual(before);
      expect(await tested.pageOf({ guid })).toContain('data-value="42"');
      expect((await tested.publishNew(draft)).status).toBe(422);
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
    const [, problems] = await problemsOf(await tested.publishNew(draft));
    expect(Object.keys(problems)).toEqual(['title', 'datasets.1.sql']);
  });

  it('reveals nothing about a failing connection', async () => {
    const fields = {
      name: 'warehouse',
      connectionString: 'postgres://reader:s3cret@127.0.0.1:9/hidden',
    };
    const save = (changes = {}): Promise<Response> =>
      tested.office.post('companies/1/connections', new URLSearchParams({ ...fields, ...changes }));
    const refusal = await (await save()).text();
    expect(refusal).toContain('Not saved. The server cannot be reached.');
    expect(refusal).not.toMatch(/s3cret|127.0.0.1:9/);
    expect((await save({ untested: 'on' })).status).toBe(303);
    const draft = draftOf({
      datasets: [{ name: 'counted', sql: 'SELECT 1 AS n', connection: 'warehouse' }],
    });
    const response = await tested.publishNew(draft);
    const text = await response.text();
    expect(text).toContain('datasets.0.connection');
    expect(text).not.toMatch(/s3cret|reader|hidden|127\.0\.0\.1/);
  });

  it('keeps the language', async () => {
    const saved = await tested.savedOf(await tested.create(draftOf({ locale: 'pt-BR' })));
    expect(saved).toMatchObject({ draft: { locale: 'pt-BR' } });
  });

  it('keeps the datasets in their order', async () => {
    const datasets = ['zebra', 'counted', 'ant'].map((name) => ({ name, sql: 'SELECT 1 AS n' }));
    const saved = await tested.savedOf(await tested.create(draftOf({ datasets })));
    expect(saved).toMatchObject({ draft: { datasets } });
  });

  it('refuses a draft that is based on an older version', async () => {
    const guid = await tested.create();
    const saveOver = (version: number, title: string): Promise<Response> =>
      tested.publish(guid, draftOf({ title }), { version });
    expect((await saveOver(1, 'Mine')).status).toBe(200);
    const late = await saveOver(1, 'Theirs');
    const { version, error } = (await late.json()) as Answer & RefusedAnswer;
    expect([late.status, version]).toEqual([409, 2]);
    expect(error).toEqual({
      code: 'conflict',
      message: 'Someone else published this dashboard in the meantime.',
    });
    expect(await tested.savedOf(guid)).toMatchObject({ draft: { title: 'Mine' }, version: 2 });
    expect((await saveOver(version, 'Theirs')).status).toBe(200);
    expect(await tested.savedOf(guid)).toMatchObject({ draft: { title: 'Theirs' }, version: 3 });
  });

  it('saves once if a call is repeated because its answer was lost', async () => {
    const guid = crypto.randomUUID();
    const saveAs = async (title: string, version: number): Promise<[number, number]> => {
      const response = await tested.publish(guid, draftOf({ title }), { version });
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
    expect(await tested.savedOf(guid)).toMatchObject({ draft: { title: 'Changed' }, version: 2 });
  });

  it('creates nothing for a removed dashboard or at an address that is not a guid', async () => {
    for (const [address, version] of [
      [crypto.randomUUID(), 1],
      ['new', 0],
    ] as const) {
      const response = await tested.publish(address, draftOf(), { version });
      expect(response.status).toBe(404);
    }
  });

  it('accepts every demo dashboard unchanged', async () => {
    for (const { guid } of tested.service.dashboards) {
      const { draft, version } = await tested.savedOf(guid);
      const response = await tested.publish(guid, draft, { version });
      expect(response.status).toBe(200);
    }
  });
});
