import { describe, expect, it } from 'vitest';
import {
  DraftSaving,
  type DraftState,
} from '../../../service/src/admin/browser/editor/saving/draft-saving.ts';
import { LeaveWarning } from '../../../service/src/admin/browser/editor/saving/leave-warning.ts';
import { findLocally, keepLocally } from '../../../service/src/admin/browser/local-drafts.ts';
import { EMPTY_DRAFT } from '../../../service/src/dashboard/dashboard-draft.ts';
import { ControllerHost, useScriptBrowser } from './script-browser.ts';

const browser = useScriptBrowser();

const GUID = 'guid';
const toDraft = (title: string) => ({ ...EMPTY_DRAFT, title });

/** Opens an editor of a draft that the service has in version 3. */
async function openEditor(shown = 'Saved') {
  let draft = toDraft(shown);
  const host = new ControllerHost();
  const call = () => ({ draft, companyId: 7, version: 2, editor: 'me' });
  const saved = { draft: toDraft('Saved'), version: 3 };
  const saving = new DraftSaving(host, { guid: GUID, call }, saved);
  const warning = new LeaveWarning(host, () => saving.isAtRisk);
  host.connect();
  return {
    host,
    saving,
    warning,
    write: (title: string): void => {
      draft = toDraft(title);
      host.update();
    },
  };
}

/** Returns the titles and the versions of the calls. */
const sent = () =>
  browser.calls.map(({ body }) => {
    const { draft, draftVersion } = body as { draft: { title: string }; draftVersion: number };
    return `${draft.title} ${draftVersion}`;
  });
const kept = (): string | undefined => findLocally(GUID)?.draft.title;
const answer = (version: number) => browser.calls.at(-1)!.answer({ draftVersion: version });

/** Opens an editor whose last save was refused. */
async function openRefused(status: number, body: object = {}) {
  const editor = await openEditor();
  editor.write('New');
  await browser.pass(1000);
  const error = { message: 'Refused.' };
  if (status === 0) await browser.calls[0]!.lose();
  else await browser.calls[0]!.answer({ error, ...body }, status);
  return editor;
}

describe('a change', () => {
  it('is saved a second after the last key, and is kept in the browser until then', async () => {
    const { saving, write } = await openEditor();
    write('N');
    await browser.pass(999);
    write('New');
    await browser.pass(999);
    expect([sent(), saving.state, kept()]).toEqual([[], 'saving', 'New']);
    await browser.pass(1);
    expect(browser.calls).toMatchObject([
      {
        url: 'guid/draft',
        body: { draft: toDraft('New'), companyId: 7, version: 2, draftVersion: 3, editor: 'me' },
      },
    ]);
    expect(kept()).toBe('New');
    await answer(4);
    expect([saving.state, saving.version, kept()]).toEqual(['saved', 4, undefined]);
    await browser.pass(60_000);
    expect(browser.calls).toHaveLength(1);
  });

  it('during a slow save is saved after it, with the new version', async () => {
    const { saving, write } = await openEditor();
    write('First');
    await browser.pass(1000);
    write('Second');
    await browser.pass(60_000);
    saving.saveNow();
    await browser.pass(0);
    expect(sent()).toEqual(['First 3']);
    await answer(4);
    expect([saving.state, kept()]).toEqual(['saving', 'Second']);
    await browser.pass(1000);
    expect(sent()).toEqual(['First 3', 'Second 4']);
    await answer(5);
    expect([saving.state, saving.version, kept()]).toEqual(['saved', 5, undefined]);
  });

  it('is saved immediately at the author’s request, if there is one', async () => {
    const { saving, write } = await openEditor();
    saving.saveNow();
    await browser.pass(2000);
    expect(sent()).toEqual([]);
    write('New');
    saving.saveNow();
    await browser.pass(0);
    expect(sent()).toEqual(['New 3']);
  });

  it('that only this browser has is saved when the editor opens', async () => {
    await openEditor('Local');
    await browser.pass(1000);
    expect(sent()).toEqual(['Local 3']);
  });

  it('that the service already has is no longer kept in the browser', async () => {
    keepLocally(GUID, { draft: toDraft('Saved'), draftVersion: 3, companyId: 7 });
    await openEditor();
    expect(kept()).toBeUndefined();
  });

  it('of a closed editor is not saved, and an event does not save it', async () => {
    const { host, write } = await openRefused(0);
    write('Newer');
    host.disconnect();
    for (const event of ['online', 'focus', 'pagehide']) browser.dispatch(event);
    await browser.pass(60_000);
    expect(browser.calls).toHaveLength(1);
  });
});

describe('a failed save', () => {
  const STATES: [status: number, DraftState, again: 'at once' | 'later' | 'never'][] = [
    [0, 'unreachable', 'at once'],
    [500, 'unreachable', 'at once'],
    [503, 'unreachable', 'at once'],
    [401, 'logged-out', 'at once'],
    [413, 'refused', 'later'],
    [409, 'conflict', 'never'],
  ];
  it.each(STATES)('with status %i is %s, and is retried %s', async (status, state, again) => {
    const { saving } = await openRefused(status);
    expect([saving.state, saving.isAtRisk, kept()]).toEqual([state, true, 'New']);
    expect(browser.dispatch('beforeunload')).toBe(true);
    await browser.pass(4999);
    expect(browser.calls).toHaveLength(1);
    await browser.pass(1);
    expect(browser.calls).toHaveLength(again === 'never' ? 1 : 2);
    if (again === 'never') return;
    await answer(4);
    expect([saving.state, saving.isAtRisk, kept()]).toEqual(['saved', false, undefined]);
    expect(browser.dispatch('beforeunload')).toBe(false);
  });

  it.each(STATES.flatMap((row) => [['online', ...row] as const, ['focus', ...row] as const]))(
    'at the event %s: status %i, state %s, %s',
    async (event, status, _, again) => {
      await openRefused(status);
      browser.dispatch(event);
      await browser.pass(0);
      expect(browser.calls).toHaveLength(again === 'at once' ? 2 : 1);
    },
  );

  it('does not make the browser ask after the author has given up the changes', async () => {
    const { host, warning } = await openRefused(0);
    warning.drop();
    expect(browser.dispatch('beforeunload')).toBe(false);
    host.update();
    expect(browser.dispatch('beforeunload')).toBe(false);
  });

  it('does not make the browser ask after the editor has left the page', async () => {
    const { host } = await openRefused(0);
    host.disconnect();
    expect(browser.dispatch('beforeunload')).toBe(false);
  });
});

describe('the draft of another author', () => {
  it('is not overwritten by later changes, until the author chooses so', async () => {
    const { saving, write } = await openRefused(409, { version: 8 });
    write('Newer');
    saving.saveNow();
    saving.resume();
    browser.dispatch('pagehide');
    await browser.pass(60_000);
    expect([browser.calls.length, saving.state, kept()]).toEqual([1, 'conflict', 'Newer']);
    saving.overwrite();
    expect(saving.state).toBe('saving');
    await browser.pass(0);
    expect(sent().at(-1)).toBe('Newer 8');
    await answer(9);
    expect([saving.state, saving.version]).toEqual(['saved', 9]);
  });

  it('that was removed in the meantime is overwritten as a new draft', async () => {
    const { saving } = await openRefused(409);
    saving.overwrite();
    await browser.pass(0);
    expect(sent().at(-1)).toBe('New 0');
  });
});

describe('a page that closes', () => {
  it('sends the last change with a call that outlives it', async () => {
    const { write } = await openEditor();
    browser.dispatch('pagehide');
    expect(sent()).toEqual([]);
    write('New');
    browser.dispatch('pagehide');
    expect(browser.calls).toMatchObject([{ keepalive: true }]);
    expect(sent()).toEqual(['New 3']);
    await browser.calls[0]!.lose();
    expect(kept()).toBe('New');
  });

  it('sends no more than browsers allow', async () => {
    const { write } = await openEditor();
    const most = 60_000 - JSON.stringify(toDraft('')).length;
    write('x'.repeat(most + 1));
    browser.dispatch('pagehide');
    expect(browser.calls).toHaveLength(0);
    write('x'.repeat(most));
    browser.dispatch('pagehide');
    expect(browser.calls).toHaveLength(1);
  });
});

describe('a paused editor', () => {
  it('waits for the pending call, and saves nothing until it resumes', async () => {
    const { saving, write } = await openEditor();
    write('First');
    await browser.pass(1000);
    let isPaused = false;
    void saving.pause().then(() => (isPaused = true));
    write('Second');
    await browser.pass(60_000);
    expect([isPaused, browser.calls.length]).toEqual([false, 1]);
    await answer(4);
    expect(isPaused).toBe(true);
    await browser.pass(60_000);
    expect(browser.calls).toHaveLength(1);
    saving.resume();
    await browser.pass(999);
    expect(browser.calls).toHaveLength(1);
    await browser.pass(1);
    expect(sent()).toEqual(['First 3', 'Second 4']);
  });

  it('cancels the save that is due', async () => {
    const { saving, write } = await openEditor();
    write('New');
    await saving.pause();
    await browser.pass(60_000);
    expect(sent()).toEqual([]);
  });

  it('saves nothing after it resumes without a change', async () => {
    const { saving } = await openEditor();
    await saving.pause();
    saving.resume();
    await browser.pass(60_000);
    expect(sent()).toEqual([]);
  });
});

describe('a draft that was published or discarded', () => {
  it('is forgotten, and a later change is a new draft', async () => {
    const { saving, write } = await openEditor();
    write('New');
    await saving.pause();
    saving.forget(toDraft('New'));
    expect([saving.state, saving.version, kept()]).toEqual(['saved', 0, undefined]);
    await browser.pass(60_000);
    expect(sent()).toEqual([]);
    write('Newer');
    await browser.pass(1000);
    expect(sent()).toEqual(['Newer 0']);
  });

  it('keeps a change that the author made meanwhile, and saves it', async () => {
    const { saving, write } = await openEditor();
    write('Published');
    await saving.pause();
    write('Newer');
    saving.forget(toDraft('Published'));
    expect(kept()).toBe('Newer');
    await browser.pass(1000);
    expect(sent()).toEqual(['Newer 0']);
  });

  it('has the version of the other author whose draft replaced it', async () => {
    const { saving, write } = await openRefused(409, { version: 8 });
    write('Theirs');
    saving.forget(toDraft('Theirs'), 8);
    expect([saving.state, kept()]).toEqual(['saved', undefined]);
    write('Mine');
    await browser.pass(1000);
    expect(sent().at(-1)).toBe('Mine 8');
  });
});
