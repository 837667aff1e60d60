import { html, nothing } from 'lit';
import type {
  DashboardDraft,
  DatasetColumns,
  DraftProblem,
} from '../../../dashboard/dashboard-draft.ts';
import type { DraftCall, EditorStart } from '../../dashboards/editor-wire.ts';
import { postJson } from '../post-json.ts';
import { datasetList } from './dataset-list.ts';
import { DraftPart } from './draft-part.ts';
import { type EditedDraft, toDatasetName, toEdited, toSent } from './edited-draft.ts';
import { EditorElement } from './editor-element.ts';
import { headFields } from './head-fields.ts';
import { LaterFocus } from './later-focus.ts';
import { LeaveWarning } from './leave-warning.ts';
import { parameterFields, type TrialValues } from './parameter-fields.ts';
import { previewPane } from './preview-pane.ts';
import { Preview } from './preview.ts';
import { Problems, withoutEmpty } from './problems.ts';
import { saveBar } from './save-bar.ts';
import { SaveKey } from './save-key.ts';
import { Saving } from './saving.ts';
import { showAndFocus } from './show-and-focus.ts';
import { tileList } from './tile-list.ts';

/** The columns of a dataset that has not run yet. */
const UNKNOWN: DatasetColumns = { names: [], types: {}, numbers: [] };

/**
 * The editor of one dashboard, with its preview. The state of the whole page is here. The functions that render
 * the form get a {@link DraftPart}, and change the draft through it.
 */
export class DraftEditor extends EditorElement {
  static override properties = {
    draft: { state: true },
    trial: { state: true },
    problems: { state: true },
    isStrict: { state: true },
    trouble: { state: true },
  };
  declare draft: EditedDraft;
  /** The values of parameters that the preview uses. They are not part of the draft. */
  declare trial: TrialValues;
  declare problems: readonly DraftProblem[];
  /** Whether empty fields are problems too, because the author has tried to save. */
  declare isStrict: boolean;
  /** The error of another action than saving and the preview. */
  declare trouble: string;
  readonly #start: EditorStart;
  readonly #saving: Saving;
  readonly #focus = new LaterFocus(this);
  readonly #warning = new LeaveWarning(this, () => this.#isChanged);
  readonly #preview = new Preview(this, {
    url: () => `${this.#saving.isSaved ? this.#saving.kept.guid : 'new'}/preview`,
    call: () => this.#call,
    onProblems: (problems) => (this.problems = problems),
  });
  /** The draft in the form in which it is sent. */
  #sent: DashboardDraft;

  constructor(start: EditorStart) {
    super();
    this.#start = start;
    this.draft = toEdited(start.draft);
    this.trial = {};
    this.problems = [];
    this.isStrict = false;
    this.trouble = '';
    this.#sent = toSent(this.draft);
    const { guid, version } = start;
    const text = JSON.stringify(this.#sent);
    this.#saving = new Saving(this, { guid, version, text }, this.#onSaveProblems);
    this.addController(new SaveKey(this, () => void this.#save()));
  }

  override willUpdate(): void {
    this.#sent = toSent(this.draft);
  }

  override render(): unknown {
    return html`${this.#renderSaveBar()}
      <div class="desk">${this.#renderForm()} ${previewPane(this.#preview)}</div>`;
  }

  override updated(): void {
    document.title = `${this.draft.title || 'New dashboard'} – Back office`;
  }

  #renderSaveBar(): unknown {
    const { guid, accessible, company } = this.#start;
    return saveBar({
      title: this.draft.title,
      company: company.name,
      saving: this.#saving,
      isAccessible: accessible && this.#saving.kept.guid === guid,
      isChanged: this.#isChanged,
      trouble: this.trouble,
      onTrouble: this.#setTrouble,
      onSave: (over) => void this.#save(over),
      onReload: this.#reload,
    });
  }

  #renderForm(): unknown {
    const shown = this.isStrict ? this.problems : withoutEmpty(this.problems, this.#sent);
    const form = { problems: new Problems(shown), focus: this.#focus };
    const draft = new DraftPart('', this.draft, form, (changed) => (this.draft = changed));
    const trial = new DraftPart(
      'parameters',
      this.trial,
      form,
      (changed) => (this.trial = changed),
    );
    return html`<form class="draft" aria-label="Definition" @submit=${this.#onSubmit}>
      ${headFields(draft)} ${datasetList(draft, this.#start.connections)}
      ${parameterFields(draft, trial)}
      ${tileList(draft, { datasets: this.draft.datasets, columnsOf: this.#columnsOf })}
      ${
        this.#saving.isSaved
          ? html`<button type="button" class="plain danger" @click=${this.#remove}>
              Remove dashboard
            </button>`
          : nothing
      }
    </form>`;
  }

  get #call(): DraftCall {
    const { company } = this.#start;
    const { version } = this.#saving.kept;
    return { draft: this.#sent, parameters: this.trial, companyId: company.id, version };
  }

  get #isChanged(): boolean {
    return JSON.stringify(this.#sent) !== this.#saving.kept.text;
  }

  readonly #columnsOf = (key: string): DatasetColumns =>
    this.#preview.findColumns(toDatasetName(this.draft, key)) ?? UNKNOWN;

  readonly #setTrouble = (message: string): void => {
    this.trouble = message;
  };

  /** The preview reports the problems of changes that were made while the service saved. */
  readonly #onSaveProblems = (problems: DraftProblem[], saved: DraftCall): void => {
    const { draft, parameters } = this.#call;
    const isLatest =
      JSON.stringify([draft, parameters]) === JSON.stringify([saved.draft, saved.parameters]);
    if (isLatest) this.problems = problems;
  };

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    void this.#save();
  }

  async #save(over = this.#saving.kept.version): Promise<void> {
    this.isStrict = true;
    this.trouble = '';
    await this.#saving.save({ ...this.#call, version: over });
    const { kind } = this.#saving.state;
    if (kind === 'saved') {
      this.isStrict = false;
      if (this.#preview.trouble) this.#preview.tryAgain();
    }
    if (kind === 'failed') {
      await this.updateComplete;
      this.#focusFirstProblem();
    }
  }

  #focusFirstProblem(): void {
    const control = this.querySelector<HTMLElement>('[aria-invalid=true]');
    if (control) showAndFocus(control);
  }

  async #remove(): Promise<void> {
    const name = this.draft.title || 'this dashboard';
    if (!confirm(`Remove “${name}”? Its tokens open nothing any more.`)) return;
    try {
      await postJson(`${this.#saving.kept.guid}/remove`);
      this.#warning.drop();
      location.assign('../dashboards');
    } catch (error) {
      this.trouble = (error as Error).message;
    }
  }

  readonly #reload = (): void => {
    this.#warning.drop();
    location.assign(this.#saving.kept.guid);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'draft-editor': DraftEditor;
  }
}

customElements.define('draft-editor', DraftEditor);
