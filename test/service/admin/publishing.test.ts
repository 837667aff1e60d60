import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RefusedAnswer } from '../../../service/src/admin/dashboards/editor-wire.ts';
import { type Answer, draftOf, figure, problemsOf, withSql } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice({ connectionHosts: ['127.0.0.1:9'] });

const counted = { name: 'counted', sql: 'SELECT 1 AS n' };
const withTile = (changes: object): object => draftOf({ tiles: [{ ...figure, ...changes }] });
const withDatasets = (...datasets: object[]): object => draftOf({ datasets });
const toTiles = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ ...figure, id: `t${index}` }));

const REFUSED: Record<string, [draft: object, path: string, message: RegExp]> = {
  'SQL that fails': [withSql('SELECT n FROM nowhere'), 'datasets.0.sql', /nowhere/],
  'SQL that writes': [withSql('DELETE FROM orders'), 'datasets.0.sql', /./],
  'no SQL': [withSql(' '), 'datasets.0.sql', /Write a SELECT/],
  'no title': [draftOf({ title: '' }), 'title', /Give the dashboard a title/],
  'a long title': [draftOf({ title: 'a'.repeat(201) }), 'title', /Shorten it to 200/],
  'a NUL': [draftOf({ title: 'a\0' }), 'title', /cannot be saved/],
  'half a character': [draftOf({ subtitle: '\ud800' }), 'subtitle', /cannot be saved/],
  'no currency': [draftOf({ currency: 'EUX' }), 'currency', /ISO 4217/],
  'the name of a language': [draftOf({ locale: 'Deutsch' }), 'locale', /language tag, such as de/],
  'a malformed language': [draftOf({ locale: 'de_DE' }), 'locale', /language tag, such as de/],
  'an unknown field': [draftOf({ owner: 'Eve' }), '', /Remove “owner”/],
  'a column that is not there': [withTile({ value: 'm' }), 'tiles.0.value', /no such column/],
  'a property of every object': [withTile({ value: 'toString' }), 'tiles.0.value', /no such/],
  'a text for a number': [withSql("SELECT 'many' AS n"), 'tiles.0.value', /are numbers/],
  'no column': [withTile({ value: '' }), 'tiles.0.value', /Choose a column/],
  'a missing dataset': [withTile({ dataset: 'x' }), 'tiles.0.dataset', /no such/],
  'an unknown width': [withTile({ span: 9 }), 'tiles.0.span', /Choose a width/],
  'an unknown kind': [withTile({ kind: 'gauge' }), 'tiles.0.kind', /Choose a kind/],
  'an unknown format': [withTile({ format: 'roman' }), 'tiles.0.format', /Choose one of: integer/],
  'a number for a text': [withTile({ note: 5 }), 'tiles.0.note', /of the type string/],
  'two tiles with an id': [draftOf({ tiles: [figure, figure] }), 'tiles.1.id', /Another tile/],
  'too many tiles': [draftOf({ tiles: toTiles(101) }), 'tiles', /remove some/],
  'two equal names': [withDatasets(counted, counted), 'datasets.1.name', /Another dataset/],
  'an invalid name': [
    withDatasets({ ...counted, name: '__proto__' }),
    'datasets.0.name',
    /starts with a letter/,
  ],
  'a missing connection': [
    withDatasets({ ...counted, connection: 'x' }),
    'datasets.0.connection',
    /no such data connection/,
  ],
  'no series': [
    withTile({ kind: 'bar', category: 'n', series: [], value: undefined, note: undefined }),
    'tiles.0.series',
    /Add a series/,
  ],
};

describe('a draft that cannot be used', () => {
  let guid: string;
  let before: unknown;
  const log = vi.spyOn(console, 'error');

  beforeAll(async () => {
    guid = await tested.create();
    await tested.share(guid, true);
    before = await tested.savedOf(guid);
    log.mockClear();
  });

  afterAll(async () => {
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
    expect(await tested.savedOf(guid)).toEqual(before);
    expect(await tested.pageOf({ guid })).toContain('data-value="42"');
  });

  it.each(Object.entries(REFUSED))(
    'is refused because of %s',
    async (_, [draft, path, message]) => {
      const [status, problems] = await problemsOf(await tested.publish(guid, draft));
      expect(status).toBe(422);
      expect(problems).toHaveProperty([path], expect.stringMatching(message));
    },
  );

  it('is refused for a new dashboard, too', async () => {
    expect((await tested.publishNew(draftOf({ title: '' }))).status).toBe(422);
  });
});

describe('saving', () => {
  it('reports the problems of all datasets and tiles at once', async () => {
    const datasets = [counted, { name: 'broken', sql: 'SELECT oops' }];
    const draft = draftOf({ title: '', datasets });
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
    const draft = withDatasets({ ...counted, connection: 'warehouse' });
    const text = await (await tested.publishNew(draft)).text();
    expect(text).toContain('datasets.0.connection');
    expect(text).not.toMatch(/s3cret|reader|hidden|127\.0\.0\.1/);
  });

  it('keeps the language, and the datasets in their order', async () => {
    const datasets = ['zebra', 'counted', 'ant'].map((name) => ({ name, sql: 'SELECT 1 AS n' }));
    const parts = { locale: 'pt-BR', datasets };
    const saved = await tested.savedOf(await tested.create(draftOf(parts)));
    expect(saved).toMatchObject({ draft: parts });
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

  it('saves once if a call is repeated because its answer was lost, and refuses another author', async () => {
    const guid = crypto.randomUUID();
    const saveAs = async (editor: string, title: string, version: number): Promise<number[]> => {
      const response = await tested.publish(guid, draftOf({ title }), { version, editor });
      return [response.status, ((await response.json()) as Answer).version];
    };
    const twice = await Promise.all([saveAs('anna', 'New', 0), saveAs('anna', 'New', 0)]);
    expect(twice).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(await saveAs('ben', 'Other', 0)).toEqual([409, 1]);
    // The same content is another author's as well.
    expect(await saveAs('ben', 'New', 0)).toEqual([409, 1]);
    expect(await saveAs('anna', 'Improved', 0)).toEqual([200, 2]);
    expect(await saveAs('anna', 'Changed', 2)).toEqual([200, 3]);
    expect(await saveAs('anna', 'Changed', 2)).toEqual([200, 3]);
    expect(await saveAs('anna', 'New', 0)).toEqual([409, 3]);
    expect(await tested.savedOf(guid)).toMatchObject({ draft: { title: 'Changed' }, version: 3 });
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
