import { describe, expect, it } from 'vitest';
import {
  type EditedDraft,
  toEdited,
} from '../../../service/src/admin/browser/editor/model/edited-draft.ts';
import { UndoHistory } from '../../../service/src/admin/browser/editor/saving/undo-history.ts';
import { EMPTY_DRAFT } from '../../../service/src/dashboard/dashboard-draft.ts';
import { ControllerHost, useScriptBrowser } from './script-browser.ts';

const browser = useScriptBrowser();

class DraftHost extends ControllerHost {
  draft: EditedDraft = toEdited({ ...EMPTY_DRAFT, title: '' });
}

/** Opens an editor whose title and SQL the test changes. */
function openEditor() {
  const host = new DraftHost();
  const history = new UndoHistory(host);
  const change = (changes: Partial<EditedDraft>): void => {
    host.draft = { ...host.draft, ...changes };
    host.update();
  };
  const press = (key: 'undo' | 'redo'): string => {
    history[key]();
    host.update();
    return host.draft.title;
  };
  return {
    history,
    change,
    press,
    draft: () => host.draft,
    type: (title: string): void => change({ title }),
    writeSql: (sql: string): void =>
      change({ datasets: host.draft.datasets.map((each) => Object.assign({ ...each }, { sql })) }),
    possible: () => [history.canUndo, history.canRedo],
  };
}

/** A pause that ends a typing step. */
const PAUSE_MS = 1001;

describe('undo and redo', () => {
  it('go back and forth through the changes, and stop at the ends', async () => {
    const { type, press, possible } = openEditor();
    expect(possible()).toEqual([false, false]);
    for (const title of ['A', 'B']) {
      type(title);
      await browser.pass(PAUSE_MS);
    }
    expect(possible()).toEqual([true, false]);
    expect([press('undo'), press('undo'), ...possible(), press('undo')]).toEqual([
      'A',
      '',
      false,
      true,
      '',
    ]);
    expect([press('redo'), press('redo'), ...possible(), press('redo')]).toEqual([
      'A',
      'B',
      true,
      false,
      'B',
    ]);
    expect([press('undo'), press('undo')]).toEqual(['A', '']);
  });

  it('forget the undone changes after a new change', async () => {
    const { type, press, possible } = openEditor();
    type('A');
    await browser.pass(PAUSE_MS);
    type('B');
    press('undo');
    type('C');
    expect(possible()).toEqual([true, false]);
    expect([press('redo'), press('undo'), press('undo')]).toEqual(['C', 'A', '']);
  });

  it('remember the last 200 steps', async () => {
    const { type, press } = openEditor();
    for (let step = 1; step <= 202; step += 1) {
      type(`${step}`);
      await browser.pass(PAUSE_MS);
    }
    for (let step = 0; step < 199; step += 1) press('undo');
    expect([press('undo'), press('undo')]).toEqual(['2', '2']);
  });

  it('bring back a draft that replaced the whole draft', () => {
    const { change, press } = openEditor();
    change(toEdited({ ...EMPTY_DRAFT, title: 'Loaded', subtitle: 'Theirs' }));
    expect([press('undo'), press('redo')]).toEqual(['', 'Loaded']);
  });

  it('change nothing when the form renders again', () => {
    const { type, change, draft, possible } = openEditor();
    type('A');
    change({});
    const { length } = draft().title;
    expect([length, ...possible()]).toEqual([1, true, false]);
  });
});

describe('one step', () => {
  it('is the typing in one field without a long pause', async () => {
    const { type, press } = openEditor();
    for (const title of ['S', 'Sa', 'Sales']) {
      type(title);
      await browser.pass(1000);
    }
    await browser.pass(1);
    type('Sales of');
    expect([press('undo'), press('undo')]).toEqual(['Sales', '']);
  });

  it('does not include another field', () => {
    const { type, writeSql, press, draft } = openEditor();
    type('A');
    writeSql('SELECT');
    writeSql('SELECT 1');
    press('undo');
    expect([draft().title, draft().datasets[0]!.sql]).toEqual(['A', '']);
  });

  it('does not include a change of something other than a text', () => {
    const { type, change, press } = openEditor();
    type('A');
    change({ downloads: true });
    change({ downloads: false });
    type('AB');
    expect(['undo', 'undo', 'undo', 'undo'].map((key) => press(key as 'undo'))).toEqual([
      'A',
      'A',
      'A',
      '',
    ]);
  });

  it('does not include a change of two texts', () => {
    const { change, press } = openEditor();
    change({ title: 'A', subtitle: 'a' });
    change({ title: 'B', subtitle: 'b' });
    expect([press('undo'), press('undo')]).toEqual(['A', '']);
  });

  it('ends with an undo', () => {
    const { type, press } = openEditor();
    type('A');
    type('AB');
    press('undo');
    type('C');
    type('CD');
    expect([press('undo'), press('redo')]).toEqual(['', 'CD']);
    type('CDE');
    expect(press('undo')).toBe('CD');
  });
});
