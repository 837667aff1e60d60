import { html } from 'lit';
import type { DashboardDraft } from '../../../../dashboard/dashboard-draft.ts';
import type { VersionAnswer, VersionsAnswer } from '../../../dashboards/editor-wire.ts';
import { callJson } from '../../post-json.ts';
import { EditorElement } from '../model/editor-element.ts';

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The earlier published versions of a dashboard. Each can become the draft again. */
export class VersionList extends EditorElement {
  static override properties = {
    guid: { attribute: false },
    onRestore: { attribute: false },
    versions: { state: true },
    message: { state: true },
  };
  declare guid: string;
  declare onRestore: (draft: DashboardDraft) => void;
  declare versions: VersionsAnswer['versions'];
  declare message: string;

  constructor() {
    super();
    this.versions = [];
    this.message = 'Loading…';
  }

  override firstUpdated(): void {
    void this.#load();
  }

  override render(): unknown {
    return html`<p class="hint" role="status">${this.message}</p>
      <ol class="versions">
        ${this.versions.map(
          ({ version, title, savedAt, person }) =>
            html`<li>
              <span>
                <strong>${title}</strong>
                <time datetime=${savedAt}>${times.format(new Date(savedAt))}</time>
                ${person ? `by ${person}` : ''}
              </span>
              <button
                type="button"
                class="plain small"
                aria-label="Restore the version of ${times.format(new Date(savedAt))}"
                @click=${() => this.#restore(version)}
              >
                Restore
              </button>
            </li>`,
        )}
      </ol>`;
  }

  async #load(): Promise<void> {
    try {
      const { versions } = await callJson<VersionsAnswer>(`${this.guid}/versions`);
      this.versions = versions;
      this.message =
        versions.length > 0
          ? 'A restored version becomes the draft. Readers see it after you publish it.'
          : 'There are no earlier versions yet.';
    } catch (error) {
      this.message = (error as Error).message;
    }
  }

  async #restore(version: number): Promise<void> {
    try {
      const { draft } = await callJson<VersionAnswer>(`${this.guid}/versions/${version}`);
      this.onRestore(draft);
    } catch (error) {
      this.message = (error as Error).message;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'version-list': VersionList;
  }
}

customElements.define('version-list', VersionList);
