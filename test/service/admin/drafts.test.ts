import { beforeEach, describe, expect, it } from 'vitest';
import type {
  DraftAnswer,
  EditorStart,
  VersionAnswer,
  VersionsAnswer,
} from '../../../service/src/admin/dashboards/editor-wire.ts';
import { createCompany } from '../../support/back-office.ts';
import { callOf, draftOf } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();
let guid: string;

beforeEach(() => {
  guid = crypto.randomUUID();
});

const titled = (title: string): object => draftOf({ title });

const saveDraft = (draft: unknown, changes: object = {}): Promise<Response> =>
  tested.office.post(`dashboards/${guid}/draft`, callOf(draft, { version: 0, ...changes }));

const publish = (draft: unknown, changes: object = {}): Promise<Response> =>
  tested.publish(guid, draft, { version: 0, ...changes });

const startOf = (address = guid): Promise<EditorStart> => tested.savedOf(address);

const listRow = async (address = guid): Promise<string> => {
  const page = await (await tested.office.get('dashboards')).text();
  return page.split('<tr>').find((row) => row.includes(`dashboards/${address}"`)) ?? '';
};

describe('a draft', () => {
  it('is saved unfinished, and GetToken does not find it', async () => {
    const draft = draftOf({ title: '', tiles: [], datasets: [{ name: '', sql: 'SELECT oops' }] });
    expect(await (await saveDraft(draft)).json()).toEqual({ draftVersion: 1 });
    expect(await startOf()).toMatchObject({
      ...{ draft, draftVersion: 1, version: 0, accessible: false, published: null },
      company: { id: 1 },
    });
    expect((await tested.getToken(guid)).status).toBe(404);
    expect((await tested.share(guid, true)).status).toBe(404);
  });

  it('of a published dashboard stays in its company, whichever company a call names', async () => {
    const { id } = await createCompany(tested.office, 'Foreign & Co');
    await publish(titled('Published'));
    await saveDraft(titled('Draft'), { version: 1, companyId: id });
    expect((await startOf()).company.id).toBe(1);
    await saveDraft(titled('Draft'), { version: 1, companyId: 0 });
    expect(await startOf()).toMatchObject({ company: { id: 1 }, draftVersion: 2 });
  });

  it('leaves the published version unchanged', async () => {
    await publish(titled('Published'));
    await tested.share(guid, true);
    await saveDraft(titled('Draft'), { version: 1 });
    expect(await startOf()).toMatchObject({
      draft: { title: 'Draft' },
      published: { title: 'Published' },
      version: 1,
      accessible: true,
    });
    expect(await tested.pageOf({ guid })).toContain('<h1>Published</h1>');
  });

  it('ends when it is published', async () => {
    await saveDraft(titled('Soon out'));
    expect((await publish(titled('Soon out'), { draftVersion: 1 })).status).toBe(200);
    expect(await startOf()).toMatchObject({ draftVersion: 0, version: 1 });
  });

  it('of another editor is kept when a dashboard is published', async () => {
    await publish(titled('First'));
    await saveDraft(titled('Theirs'), { version: 1, editor: 'them' });
    await publish(titled('Second'), { version: 1 });
    const { draft, draftVersion, version } = await startOf();
    expect([draft.title, draftVersion, version]).toEqual(['Theirs', 1, 1]);
    const late = await publish(titled('Theirs'), { version: 1, draftVersion, editor: 'them' });
    expect(late.status).toBe(409);
  });

  it('is refused over a newer draft of another editor', async () => {
    await saveDraft(titled('Mine'), { editor: 'me' });
    const theirs = await saveDraft(titled('Theirs'), { editor: 'them' });
    expect(theirs.status).toBe(409);
    expect(await theirs.json()).toMatchObject({ error: { code: 'conflict' }, version: 1 });
    expect((await startOf()).draft.title).toBe('Mine');
    const over = await saveDraft(titled('Theirs'), { editor: 'them', draftVersion: 1 });
    expect(((await over.json()) as DraftAnswer).draftVersion).toBe(2);
  });

  it('is saved by an editor that did not get the answers to its last saves', async () => {
    for (const draftVersion of [1, 2]) {
      const saved = await saveDraft(titled(`${draftVersion}`), { editor: 'me' });
      expect(await saved.json()).toEqual({ draftVersion });
    }
  });

  it('is discarded, and does not come back from an older version', async () => {
    await publish(titled('Published'));
    for (const draftVersion of [0, 1, 2])
      await saveDraft(titled('Draft'), { version: 1, draftVersion });
    expect((await tested.office.post(`dashboards/${guid}/discard`)).status).toBe(200);
    expect(await startOf()).toMatchObject({ draft: { title: 'Published' }, draftVersion: 0 });
    expect(await (await saveDraft(titled('New'), { version: 1, editor: 'ben' })).json()).toEqual({
      draftVersion: 1,
    });
    const late = await saveDraft(titled('Draft'), { version: 1, draftVersion: 3 });
    expect([late.status, await late.json()]).toMatchObject([409, { version: 1 }]);
  });

  it('is removed even if its dashboard was never published', async () => {
    await saveDraft(titled('Never out'));
    expect((await tested.office.post(`dashboards/${guid}/remove`)).status).toBe(200);
    expect((await tested.office.get(`dashboards/${guid}`)).status).toBe(404);
    expect(await listRow()).toBe('');
  });

  it('is refused unless an editor could send it', async () => {
    for (const draft of [null, 5, {}, { ...draftOf(), owner: 'Eve' }, draftOf({ tiles: [{}] })]) {
      expect((await saveDraft(draft)).status).toBe(400);
    }
  });

  it('keeps characters that PostgreSQL cannot store as text', async () => {
    const title = 'a\0b\ud800';
    expect((await saveDraft(titled(title))).status).toBe(200);
    expect((await startOf()).draft.title).toBe(title);
    expect(await listRow()).toContain('ab�');
  });
});

describe('the list', () => {
  it('marks a draft, and shows a dashboard with unpublished changes once', async () => {
    await saveDraft(titled('New one'));
    expect(await listRow()).toContain('>Draft<');
    await publish(titled('New one'), { draftVersion: 1 });
    expect(await listRow()).not.toMatch(/>Draft<|Unpublished/);
    await saveDraft(titled('Newer one'), { version: 1 });
    const page = await (await tested.office.get('dashboards')).text();
    expect(page.split(`href="dashboards/${guid}"`)).toHaveLength(2);
    expect(await listRow()).toMatch(/Newer one[\s\S]*Unpublished changes/);
  });

  it('shows a draft without a title as “Untitled”, and an empty picture', async () => {
    await saveDraft(titled(''));
    const row = await listRow();
    expect(row).toContain('>Untitled</a>');
    expect(row).toContain('aria-label="Duplicate Untitled"');
    expect(row).toContain('<span class="thumbnail"></span>');
  });

  it('shows the first 200 characters of a title, and the time of the last save in UTC', async () => {
    await saveDraft(titled('a'.repeat(201)));
    const row = await listRow();
    expect(row).toContain(`>${'a'.repeat(200)}</a>`);
    const [, saved = '', shown = ''] = /datetime="([^"]+)">([^<]*)</.exec(row)!;
    expect(shown).toMatch(/^\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC$/);
    const minute = new Date(saved).setUTCSeconds(0, 0);
    expect(new Date(shown.replace('UTC', 'GMT')).getTime()).toBe(minute);
  });

  it('duplicates a draft', async () => {
    await saveDraft(titled('Half done'));
    const { headers } = await tested.office.post(`dashboards/${guid}/duplicate`);
    const copy = await startOf(headers.get('location')!.split('/').at(-1));
    expect(copy).toMatchObject({ draft: titled('Copy of Half done'), published: null });
    const none = await tested.office.post(`dashboards/${crypto.randomUUID()}/duplicate`);
    expect(none.status).toBe(404);
  });
});

describe('a new dashboard', () => {
  it('gets its guid from the service, and is not saved before it is changed', async () => {
    const page = await tested.office.get('dashboards/new?company=1');
    const address = new URL(page.url);
    expect(address.pathname).toMatch(/\/[\da-f-]{36}$/);
    expect(address.search).toBe('?company=1');
    guid = address.pathname.split('/').at(-1)!;
    expect(await page.text()).toContain('<title>New dashboard – Back office</title>');
    expect(await listRow()).toBe('');
    expect((await tested.office.get(`dashboards/${guid}`)).status).toBe(404);
  });
});

describe('the earlier versions', () => {
  const versionsOf = async (): Promise<VersionsAnswer['versions']> =>
    ((await (await tested.office.get(`dashboards/${guid}/versions`)).json()) as VersionsAnswer)
      .versions;

  it('are the last twenty published ones, latest first', async () => {
    guid = await tested.create(titled('Version 1'));
    expect(await versionsOf()).toEqual([]);
    for (let version = 1; version <= 22; version += 1) {
      const response = await publish(titled(`Version ${version + 1}`), { version });
      expect(response.status).toBe(200);
    }
    const versions = await versionsOf();
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    );
    expect(versions[0]).toMatchObject({ title: 'Version 22', savedAt: expect.any(String) });
    const third = await tested.office.get(`dashboards/${guid}/versions/3`);
    expect(((await third.json()) as VersionAnswer).draft).toEqual(titled('Version 3'));
    for (const gone of ['2', '99', '0', '1.5', 'x', '9999999999']) {
      expect((await tested.office.get(`dashboards/${guid}/versions/${gone}`)).status).toBe(404);
    }
  });

  it('are removed with their dashboard', async () => {
    await publish(titled('One'));
    await publish(titled('Two'), { version: 1 });
    expect(await versionsOf()).toHaveLength(1);
    await tested.office.post(`dashboards/${guid}/remove`);
    expect(await versionsOf()).toEqual([]);
  });
});
