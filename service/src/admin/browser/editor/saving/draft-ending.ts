import type { DashboardDraft } from '../../../../dashboard/dashboard-draft.ts';
import type { EditorStart } from '../../../dashboards/editor-wire.ts';
import { callJson, postJson } from '../../post-json.ts';
import type { DraftSaving } from './draft-saving.ts';
import type { LeaveWarning } from './leave-warning.ts';
import type { Publishing } from './publishing.ts';

/** The parts of an editor that end its draft. */
interface EndedEditor {
  guid: string;
  /** Whether the author may remove published dashboards. */
  mayPublish: boolean;
  saving: DraftSaving;
  publishing: Publishing;
  warning: LeaveWarning;
  /** Returns the draft in the form that the service reads. */
  sent: () => DashboardDraft;
  /** Replaces the draft, as a step that the author can undo. */
  show: (draft: DashboardDraft) => Promise<void>;
  onTrouble: (message: string) => void;
}

/** Ends a draft without publishing it. If that fails, saving resumes. */
export class DraftEnding {
  readonly #editor: EndedEditor;

  constructor(editor: EndedEditor) {
    this.#editor = editor;
  }

  /** Discards the draft and shows the published version. */
  async discard(): Promise<void> {
    await this.#act(async ({ guid, saving, publishing, sent, show }) => {
      await postJson(`${guid}/discard`);
      await show(publishing.draft!);
      saving.forget(sent());
    });
  }

  /** Removes the dashboard with its draft, and leaves the page. An author who may not publish removes the draft only. */
  async remove(title: string): Promise<void> {
    if (!confirm(`Remove “${title}”? Its tokens will stop working.`)) return;
    await this.#act(async ({ guid, mayPublish, saving, warning, sent }) => {
      await postJson(`${guid}/${mayPublish ? 'remove' : 'discard'}`);
      warning.drop();
      saving.forget(sent());
      location.assign('../dashboards');
    });
  }

  /** Shows the draft of another author, or the version that another author has published. */
  async loadTheirs(): Promise<void> {
    await this.#act(async ({ guid, saving, publishing, sent, show }) => {
      if (publishing.theirVersion !== null) await postJson(`${guid}/discard`);
      const theirs = await callJson<EditorStart>(`${guid}/start`);
      publishing.adopt({ version: theirs.version, draft: theirs.published });
      await show(theirs.draft);
      saving.forget(sent(), theirs.draftVersion);
    });
  }

  async #act(action: (editor: EndedEditor) => Promise<void>): Promise<void> {
    const { saving, onTrouble } = this.#editor;
    onTrouble('');
    await saving.pause();
    await action(this.#editor).catch(({ message }: Error) => {
      onTrouble(message);
      saving.resume();
    });
  }
}
