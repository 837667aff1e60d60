import { describe, expect, it } from 'vitest';
import { DraftEnding } from '../../../service/src/admin/browser/editor/saving/draft-ending.ts';
import { DraftSaving } from '../../../service/src/admin/browser/editor/saving/draft-saving.ts';
import { findEditorId } from '../../../service/src/admin/browser/editor/model/find-editor-id.ts';
import { LeaveWarning } from '../../../service/src/admin/browser/editor/saving/leave-warning.ts';
import { Preview } from '../../../service/src/admin/browser/editor/preview/preview.ts';
import { Publishing } from '../../../service/src/admin/browser/editor/saving/publishing.ts';
import { TableLists } from '../../../service/src/admin/browser/editor/sql/table-lists.ts';
import {
  findLocally,
  forgetLocally,
  keepLocally,
  listLocally,
} from '../../../service/src/admin/browser/local-drafts.ts';
import { callJson, PostError, postJson } from '../../../service/src/admin/browser/post-json.ts';
import {
  type DashboardDraft,
  EMPTY_DRAFT,
} from '../../../service/src/dashboard/dashboard-draft.ts';
import { ControllerHost, settle, useScriptBrowser } from './script-browser.ts';

const browser = useScriptBrowser();
const toDraft = (title: string): DashboardDraft => ({ ...EMPTY_DRAFT, title });
const last = () => browser.calls.at(-1)!;
const UNREACHABLE = 'The service cannot be reached. Please try again.';

describe('a call of the back office', () => {
  it('sends JSON, and returns the answer', async () => {
    const answer = postJson('share', { accessible: true });
    expect(last()).toMatchObject({
      url: 'share',
      method: 'POST',
      body: { accessible: true },
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    await last().answer({ accessible: true });
    expect(await answer).toEqual({ accessible: true });
    void postJson('reveal');
    expect([last().body, last().keepalive]).toEqual([{}, false]);
    void callJson('form', { method: 'POST', body: new URLSearchParams({ name: 'a' }) });
    expect(last().headers).toEqual({ accept: 'application/json' });
  });

  it.each([
    ['is refused', () => last().answer({ error: { message: 'No.' }, version: 2 }, 409), 'No.', 409],
    ['has no answer', () => last().lose(), UNREACHABLE, 0],
    ['has an answer of a proxy', () => last().answer('<html>', 502), UNREACHABLE, 0],
  ])('that %s fails with a message for the author', async (_, end, message, status) => {
    const failure = callJson('start').catch((error: unknown) => error);
    await end();
    const error = (await failure) as PostError;
    expect(error).toBeInstanceOf(PostError);
    expect([error.message, error.status]).toEqual([message, status]);
    expect(error.answer).toEqual(status ? { error: { message }, version: 2 } : null);
  });

  it('that was canceled fails with the reason', async () => {
    const controller = new AbortController();
    const failure = postJson('preview', {}, controller).catch((error: unknown) => error);
    controller.abort(new Error('stale'));
    expect(await failure).toEqual(new Error('stale'));
  });
});

describe('the storage of the browser', () => {
  it('keeps the drafts by their dashboards', () => {
    const draft = { draft: toDraft('A'), draftVersion: 1, companyId: 1 };
    browser.storage['other'] = '1';
    keepLocally('a', draft);
    keepLocally('b', draft);
    expect([listLocally(), findLocally('a'), findLocally('c')]).toEqual([['a', 'b'], draft, null]);
    forgetLocally('a');
    expect([listLocally(), findLocally('a')]).toEqual([['b'], null]);
  });

  it('keeps the id of the editor through a reload', () => {
    const id = findEditorId();
    expect(id).toMatch(/^[\da-f]{32}$/);
    expect(findEditorId()).toBe(id);
    browser.storage['dashboard-editor'] = 'other';
    expect(findEditorId()).toBe('other');
  });

  it('is not needed', () => {
    browser.close();
    keepLocally('a', { draft: toDraft('A'), draftVersion: 1, companyId: 1 });
    forgetLocally('a');
    expect([findLocally('a'), listLocally()]).toEqual([null, []]);
    expect(findEditorId()).toMatch(/^[\da-f]{32}$/);
    expect(findEditorId()).not.toBe(findEditorId());
  });
});

describe('the preview', () => {
  async function openPreview() {
    let draft = toDraft('A');
    const found: unknown[] = [];
    const host = new ControllerHost();
    const call = () => ({ draft, parameters: {}, companyId: 1 });
    const preview = new Preview(host, { call, onProblems: (problems) => found.push(problems) });
    host.connect();
    await browser.pass(0);
    const write = (title: string): void => {
      draft = toDraft(title);
      host.update();
    };
    return { host, preview, found, write };
  }
  const answer = (html: string | undefined, more: object = {}) =>
    last().answer({ html, problems: [], columns: {}, samples: {}, lists: {}, ...more });

  it('runs the draft at once, and half a second after the last change', async () => {
    const { host, preview, found, write } = await openPreview();
    expect([browser.calls.length, preview.isWaiting]).toEqual([1, true]);
    expect(last()).toMatchObject({ url: 'preview', body: { draft: toDraft('A'), chosen: [] } });
    await answer('<p>A', { problems: ['problem'] });
    expect([preview.page, preview.isWaiting, found]).toEqual(['<p>A', false, [['problem']]]);
    write('B');
    await browser.pass(499);
    write('C');
    await browser.pass(499);
    host.update();
    expect(browser.calls).toHaveLength(1);
    await browser.pass(1);
    expect(last().body).toMatchObject({ draft: toDraft('C') });
    await answer(undefined);
    expect([preview.page, browser.calls.length]).toEqual(['', 2]);
  });

  it('ignores the answer to an older draft', async () => {
    const { preview, found, write } = await openPreview();
    const [first] = browser.calls;
    write('B');
    expect(first!.isCanceled()).toBe(true);
    await first!.answer({ html: 'A', problems: ['A'], columns: {}, samples: {}, lists: {} });
    expect([preview.page, found, preview.trouble]).toEqual(['', [], '']);
    await browser.pass(500);
    expect(preview.isWaiting).toBe(true);
    await answer('B');
    expect([preview.page, preview.isWaiting]).toEqual(['B', false]);
  });

  it('keeps the last page after a failure, and tries again at once at the author’s request', async () => {
    const { preview } = await openPreview();
    await answer('A');
    preview.tryNow();
    await browser.pass(0);
    await last().lose();
    expect([preview.page, preview.trouble, preview.isWaiting]).toEqual(['A', UNREACHABLE, false]);
    preview.tryNow();
    await browser.pass(0);
    await answer('B');
    expect([preview.page, preview.trouble, browser.calls.length]).toEqual(['B', '', 3]);
  });

  it('runs with the applied fields of its filter form', async () => {
    const { host, preview } = await openPreview();
    preview.choose([['filter.Region', 'North']]);
    await browser.pass(0);
    expect(last().body).toMatchObject({ chosen: [['filter.Region', 'North']] });
    host.update();
    await browser.pass(1000);
    expect(browser.calls).toHaveLength(2);
  });

  it('knows the columns of earlier runs, and the rows of the last one', async () => {
    const { preview } = await openPreview();
    const run = (name: string) => ({
      columns: { [name]: { names: [name] } },
      samples: { [name]: { rows: [] } },
      lists: { [name]: { count: 2 } },
    });
    await answer('', run('a'));
    preview.tryNow();
    await browser.pass(0);
    await answer('', run('b'));
    expect(preview.findColumns('a')).toEqual({ names: ['a'] });
    expect(preview.findColumns('b')).toEqual({ names: ['b'] });
    expect([preview.findSample('a'), preview.findSample('b')]).toEqual([undefined, { rows: [] }]);
    expect([preview.findList('a'), preview.findList('b')]).toEqual([undefined, { count: 2 }]);
    for (const find of ['findColumns', 'findSample', 'findList'] as const) {
      expect(preview[find]('constructor'), find).toBe(undefined);
    }
  });

  it('of a closed editor runs nothing', async () => {
    const { host, write } = await openPreview();
    write('B');
    host.disconnect();
    await browser.pass(1000);
    expect([browser.calls.length, last().isCanceled()]).toEqual([1, true]);
  });
});

describe('the tables of a connection', () => {
  it('load once', async () => {
    const lists = new TableLists(new ControllerHost(), 7);
    expect(lists.of('')).toEqual({ state: 'loading', dialect: 'postgres', tables: [] });
    lists.of('');
    expect(browser.calls).toMatchObject([
      { url: 'tables', body: { companyId: 7, connection: null } },
    ]);
    await last().answer({ dialect: 'mysql', tables: [{ name: 't', columns: [] }] });
    expect(lists.of('')).toMatchObject({ state: 'ready', dialect: 'mysql', tables: [{}] });
    lists.of('Shop');
    expect(last().body).toEqual({ companyId: 7, connection: 'Shop' });
    await last().lose();
    expect(lists.of('Shop')).toEqual({ state: 'failed', dialect: 'postgres', tables: [] });
    expect(browser.calls).toHaveLength(2);
  });
});

/** Opens an editor of a dashboard that is published in version 2. */
async function openEditor() {
  let draft = toDraft('Draft');
  const troubles: string[] = [];
  const shown: string[] = [];
  const host = new ControllerHost();
  const publishing = new Publishing(host, 'guid', { version: 2, draft: toDraft('Published') });
  const call = () => ({ draft, companyId: 1, version: 2, editor: 'me' });
  const saving = new DraftSaving(host, { guid: 'guid', call }, { draft, version: 3 });
  const write = (title: string): void => {
    draft = toDraft(title);
    host.update();
  };
  const ending = new DraftEnding({
    guid: 'guid',
    mayPublish: true,
    saving,
    publishing,
    warning: new LeaveWarning(host, () => saving.isAtRisk),
    sent: () => draft,
    show: async (theirs) => {
      shown.push(theirs.title);
      write(theirs.title);
    },
    onTrouble: (message) => troubles.push(message),
  });
  host.connect();
  const publish = () => publishing.publish({ ...call(), draftVersion: 3, parameters: {} });
  return { publishing, saving, ending, write, publish, troubles, shown };
}

describe('publishing', () => {
  it('makes the draft the published version, until the draft changes', async () => {
    const { publishing, publish } = await openEditor();
    const done = publish();
    expect([last().url, publishing.isWaiting]).toEqual(['guid/publish', true]);
    await last().answer({ version: 3, problems: ['value'] });
    expect(await done).toEqual({ isDone: true, problems: ['value'] });
    expect(publishing).toMatchObject({ version: 3, draft: toDraft('Draft'), isDone: true });
    expect([publishing.isWaiting, publishing.isPublished]).toEqual([false, true]);
    publishing.dismiss();
    expect(publishing.isDone).toBe(false);
  });

  it.each([
    [0, 'Not published. The service cannot be reached.'],
    [401, 'Not published. Sign in again in another tab.'],
    [404, 'The dashboard was removed. Publish again to restore it.'],
    [422, 'Fix it.'],
  ])('that fails with status %i says why', async (status, message) => {
    const { publishing, publish } = await openEditor();
    const done = publish();
    const answer = { error: { message: 'Fix it.' }, problems: ['title'] };
    await (status ? last().answer(answer, status) : last().lose());
    expect(await done).toEqual({ isDone: false, problems: status ? ['title'] : [] });
    expect(publishing).toMatchObject({
      message,
      isDone: false,
      isWaiting: false,
      theirVersion: null,
      wasRemoved: status === 404,
      isPublished: status !== 404,
      version: status === 404 ? 0 : 2,
    });
    publishing.dismiss();
    expect(publishing.message).toBe('');
    void publish();
    expect(publishing.message).toBe('');
  });

  it('over the version of another author needs a choice, which a change of the draft does not make', async () => {
    const { publishing, publish } = await openEditor();
    void publish();
    await last().answer({ error: { message: 'Someone else.' }, version: 5 }, 409);
    publishing.dismiss();
    expect(publishing).toMatchObject({ theirVersion: 5, message: 'Someone else.', version: 2 });
    publishing.adopt({ version: 5, draft: toDraft('Theirs') });
    expect(publishing).toMatchObject({ theirVersion: null, message: '', version: 5 });
    expect(publishing.draft).toEqual(toDraft('Theirs'));
  });

  it('again forgets the version of the other author', async () => {
    const { publishing, publish } = await openEditor();
    void publish();
    await last().answer({ error: { message: 'Someone else.' }, version: 5 }, 409);
    void publish();
    expect(publishing.theirVersion).toBeNull();
    await last().answer({ version: 6, problems: [] });
    expect(publishing).toMatchObject({ version: 6, isDone: true });
  });
});

describe('the end of a draft', () => {
  const urls = (): string[] => browser.calls.map(({ url }) => url);

  it('by a discard shows the published version, and a later change is a new draft', async () => {
    const { ending, saving, write, shown, troubles } = await openEditor();
    write('Changed');
    void ending.discard();
    await settle();
    await last().answer({});
    expect([urls(), shown, saving.state]).toEqual([['guid/discard'], ['Published'], 'saved']);
    expect([saving.version, troubles]).toEqual([0, ['']]);
    await browser.pass(60_000);
    expect(browser.calls).toHaveLength(1);
  });

  it('waits for the save that is on its way', async () => {
    const { ending, write } = await openEditor();
    write('Changed');
    await browser.pass(1000);
    void ending.discard();
    await settle();
    expect(urls()).toEqual(['guid/draft']);
    await last().answer({ draftVersion: 4 });
    expect(urls()).toEqual(['guid/draft', 'guid/discard']);
  });

  it('that fails says why, and the changes are saved', async () => {
    const { ending, write, shown, troubles } = await openEditor();
    write('Changed');
    void ending.discard();
    await settle();
    await last().lose();
    expect([shown, troubles]).toEqual([[], ['', UNREACHABLE]]);
    await browser.pass(1000);
    expect(urls()).toEqual(['guid/discard', 'guid/draft']);
  });

  it('by the draft of another author goes on with its version', async () => {
    const { ending, saving, publishing, shown } = await openEditor();
    void ending.loadTheirs();
    await settle();
    const theirs = {
      version: 6,
      published: toDraft('New'),
      draft: toDraft('Theirs'),
      draftVersion: 9,
    };
    await last().answer(theirs);
    expect([urls(), shown, saving.version, publishing.version]).toEqual([
      ['guid/start'],
      ['Theirs'],
      9,
      6,
    ]);
    await browser.pass(60_000);
    expect(browser.calls).toHaveLength(1);
  });

  it('by the version of another author discards the own draft first', async () => {
    const { ending, publishing, publish } = await openEditor();
    void publish();
    await last().answer({ error: { message: '' }, version: 5 }, 409);
    void ending.loadTheirs();
    await settle();
    await last().answer({});
    const theirs = {
      version: 5,
      published: toDraft('New'),
      draft: toDraft('New'),
      draftVersion: 0,
    };
    await last().answer(theirs);
    expect(urls()).toEqual(['guid/publish', 'guid/discard', 'guid/start']);
    expect(publishing.theirVersion).toBeNull();
  });
});
