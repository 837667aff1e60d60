import type { DashboardDraft } from '../../../dashboard/dashboard-draft.ts';
import { forgetLocally } from '../local-drafts.ts';
import { postJson } from '../post-json.ts';
import type { DraftSaving } from './draft-saving.ts';
import type { LeaveWarning } from './leave-warning.ts';

/** What ending a draft needs of its editor. */
interface EndedEditor {
  guid: string;
  saving: DraftSaving;
  warning: LeaveWarning;
  /** Returns the draft in the form that the service reads. */
  sent: () => DashboardDraft;
  onTrouble: (message: string) => void;
}

/** Ends a draft without publishing it. If that fails, the draft is saved as before. */
export class DraftEnding {
  readonly #editor: EndedEditor;

  constructor(editor: EndedEditor) {
    this.#editor = editor;
  }

  /** Removes the draft from the service. The editor shows the published version already. */
  async discard(): Promise<void> {
    await this.#act(async ({ guid, saving, sent }) => {
      await postJson(`${guid}/discard`);
      saving.forget(sent());
    });
  }

  /** Removes the dashboard with its draft, and leaves the page. */
  async remove(title: string): Promise<void> {
    if (!confirm(`Remove “${title}”? Its tokens will stop working.`)) return;
    await this.#act(async ({ guid }) => {
      await postJson(`${guid}/remove`);
      this.#leave('../dashboards');
    });
  }

  /** Loads the draft of another author, or the version that another author has published. */
  async loadTheirs(isPublished: boolean): Promise<void> {
    await this.#act(async ({ guid }) => {
      if (isPublished) await postJson(`${guid}/discard`);
      this.#leave(location.href);
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

  #leave(address: string): void {
    const { guid, saving, warning, sent } = this.#editor;
    warning.drop();
    saving.forget(sent());
    forgetLocally(guid);
    location.assign(address);
  }
}
