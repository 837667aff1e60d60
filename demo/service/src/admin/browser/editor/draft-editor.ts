import { html } from 'lit';
import type {
  DashboardDraft,
  DatasetColumns,
  DraftProblem,
} from '../../../dashboard/dashboard-draft.ts';
import type { EditorStart, PreviewCall } from '../../dashboards/editor-wire.ts';
import { findLocally } from '../local-drafts.ts';
import { createEditorId } from './create-editor-id.ts';
import type { DatasetTools } from './dataset-fields.ts';
import { datasetList } from './dataset-list.ts';
import { describeChanges } from './draft-changes.ts';
import { DraftEnding } from './draft-ending.ts';
import { DraftPart, toFieldId } from './draft-part.ts';
import { DraftSaving } from './draft-saving.ts';
import { type EditedDraft, toDatasetName, toEdited, toSent } from './edited-draft.ts';
import { editorBar } from './editor-bar.ts';
import { type DialogName, editorDialog } from './editor-dialogs.ts';
import { EditorElement } from './editor-element.ts';
import { endButtons } from './end-buttons.ts';
import { headFields } from './head-fields.ts';
import { LaterFocus } from './later-focus.ts';
import { LeaveWarning } from './leave-warning.ts';
import type { TrialValues } from './parameter-fields.ts';
import { type PreviewLook, previewPane } from './preview-pane.ts';
import { Preview } from './preview.ts';
import { Problems } from './problems.ts';
import { Publishing } from './publishing.ts';
import { Shortcuts } from './shortcuts.ts';
import { showAndFocus } from './show-and-focus.ts';
import { findParameterNames } from './sql-parameter-names.ts';
import { TableLists } from './table-lists.ts';
import { tileList, type TileSelection } from './tile-list.ts';
import { UndoHistory } from './undo-history.ts';

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
    selected: { state: true },
    look: { state: true },
    dialog: { state: true },
  };
  declare draft: EditedDraft;
  /** The values of parameters that the preview uses. They are not part of the draft. */
  declare trial: TrialValues;
  declare problems: readonly DraftProblem[];
  /** Whether empty fields are problems too, because the author has tried to publish. */
  declare isStrict: boolean;
  /** The error of another action than saving, publishing and the preview. */
  declare trouble: string;
  /** The id of the tile whose form is open. */
  declare selected: string | null;
  declare look: PreviewLook;
  declare dialog: DialogName | null;
  readonly #start: EditorStart;
  readonly #editor = createEditorId();
  readonly #publishing: Publishing;
  readonly #saving: DraftSaving;
  readonly #ending: DraftEnding;
  readonly #history: UndoHistory;
  readonly #tables: TableLists;
  readonly #focus = new LaterFocus(this);
  readonly #preview = new Preview(this, {
    call: () => this.#previewCall,
    onProblems: (problems) => (this.problems = problems),
  });
  /** The draft in the form that the service reads. */
  #sent: DashboardDraft;

  constructor(start: EditorStart) {
    super();
    const { guid, company, version, published, draft, draftVersion } = start;
    const local = findLocally(guid);
    this.#start = start;
    this.draft = toEdited(local?.draft ?? draft);
    this.trial = {};
    this.problems = [];
    this.isStrict = false;
    this.trouble = '';
    this.selected = null;
    this.look = { screen: 'fit', theme: 'light' };
    this.dialog = null;
    this.#sent = toSent(this.draft);
    this.#publishing = new Publishing(this, guid, { version, draft: published });
    const saved = { draft: toSent(toEdited(draft)), version: local?.draftVersion ?? draftVersion };
    this.#saving = new DraftSaving(this, { guid, call: () => this.#draftCall }, saved);
    this.#ending = new DraftEnding({
      guid,
      saving: this.#saving,
      warning: new LeaveWarning(this, () => this.#saving.isAtRisk),
      sent: () => this.#sent,
      onTrouble: this.#setTrouble,
    });
    this.#history = new UndoHistory(this);
    this.#tables = new TableLists(this, company.id);
    this.addController(
      new Shortcuts(this, {
        save: this.#saving.saveNow,
        publish: () => (this.dialog = 'publish'),
        undo: this.#history.undo,
        redo: this.#history.redo,
        help: () => (this.dialog = 'help'),
      }),
    );
    if (!this.draft.title) this.#focus.moveTo(toFieldId('title'));
  }

  override willUpdate(): void {
    this.#sent = toSent(this.draft);
  }

  override render(): unknown {
    return html`${this.#renderBar()}
      <div class="desk">
        ${this.#renderForm()}
        ${previewPane(this.#preview, {
          look: this.look,
          setLook: (look) => (this.look = look),
          onSelect: this.#selectFromPreview,
        })}
      </div>
      ${this.#renderDialog()}`;
  }

  override updated(): void {
    document.title = `${this.draft.title || 'New dashboard'} – Back office`;
    // Once the service has the dashboard, its address needs no company.
    if (location.search && this.#isKept) history.replaceState(null, '', this.#start.guid);
  }

  #renderBar(): unknown {
    const { guid, accessible, company } = this.#start;
    return editorBar({
      guid,
      title: this.draft.title,
      company: company.name,
      saving: this.#saving,
      publishing: this.#publishing,
      history: this.#history,
      isAccessible: accessible,
      isChanged: this.#changes.length > 0,
      trouble: this.trouble,
      onTrouble: this.#setTrouble,
      onPublish: () => (this.dialog = 'publish'),
      onOverwrite: () => void this.#publish(this.#publishing.theirVersion!),
      onLoadTheirs: () => void this.#ending.loadTheirs(this.#publishing.theirVersion !== null),
      onVersions: () => (this.dialog = 'versions'),
      onHelp: () => (this.dialog = 'help'),
    });
  }

  #renderForm(): unknown {
    const problems = new Problems(this.problems, this.#sent, this.isStrict);
    const form = { problems, focus: this.#focus };
    const draft = new DraftPart('', this.draft, form, (changed) => (this.draft = changed));
    const data = { datasets: this.draft.datasets, columnsOf: this.#columnsOf };
    return html`<form class="draft" aria-label="Definition" @submit=${this.#onSubmit}>
      ${headFields(draft)} ${datasetList(draft, this.#toTools(draft))}
      ${tileList(draft, data, this.#selection)} ${this.#renderEnd()}
    </form>`;
  }

  get #selection(): TileSelection {
    return { selected: this.selected, select: (id) => (this.selected = id) };
  }

  #renderEnd(): unknown {
    const isPublished = this.#publishing.version > 0;
    return endButtons({
      canDiscard: isPublished && this.#changes.length > 0,
      canRemove: this.#isKept,
      onDiscard: () => void this.#discard(),
      onRemove: () => void this.#ending.remove(this.draft.title || 'this dashboard'),
    });
  }

  #renderDialog(): unknown {
    return editorDialog(this.dialog, {
      guid: this.#start.guid,
      changes: this.#changes,
      onPublish: () => void this.#publish(),
      onRestore: (draft) => {
        this.draft = toEdited(draft);
        this.dialog = null;
      },
      onClose: () => (this.dialog = null),
    });
  }

  #toTools(draft: DraftPart<EditedDraft>): DatasetTools {
    const setTrial = (values: TrialValues): void => {
      this.trial = values;
    };
    return {
      connections: this.#start.connections,
      tablesOf: this.#tables.of,
      columnsOf: this.#columnsOf,
      sampleOf: (key) => this.#preview.findSample(toDatasetName(this.draft, key)),
      trial: draft.field('parameters', this.trial, setTrial),
      shown: draft.at('shownParameters'),
      tiles: draft.at('tiles'),
      parameters: findParameterNames(this.draft.datasets),
      run: this.#preview.tryNow,
    };
  }

  /** Whether the service has the dashboard, as a draft or published. */
  get #isKept(): boolean {
    return this.#publishing.version > 0 || this.#saving.version > 0;
  }

  get #previewCall(): PreviewCall {
    const { company } = this.#start;
    const { theme } = this.look;
    return { draft: this.#sent, parameters: this.trial, companyId: company.id, theme };
  }

  get #draftCall() {
    const { version } = this.#publishing;
    const companyId = this.#start.company.id;
    return { draft: this.#sent, companyId, version, editor: this.#editor };
  }

  get #changes(): string[] {
    return describeChanges(this.#publishing.draft, this.#sent);
  }

  readonly #columnsOf = (key: string): DatasetColumns =>
    this.#preview.findColumns(toDatasetName(this.draft, key)) ?? UNKNOWN;

  readonly #setTrouble = (message: string): void => {
    this.trouble = message;
  };

  readonly #selectFromPreview = (id: string): void => {
    const index = this.draft.tiles.findIndex((tile) => tile.id === id);
    if (index < 0) return;
    this.selected = id;
    this.#focus.moveTo(toFieldId(`tiles.${index}.title`));
  };

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    this.#saving.saveNow();
  }

  async #publish(over = this.#publishing.version): Promise<void> {
    this.dialog = null;
    if (this.#publishing.isWaiting) return;
    this.isStrict = true;
    this.trouble = '';
    await this.#saving.pause();
    const place = { ...this.#draftCall, draftVersion: this.#saving.version, version: over };
    const call = { ...this.#previewCall, ...place };
    const { isDone, problems } = await this.#publishing.publish(call);
    // The preview reports the problems of changes that were made meanwhile.
    if (call.draft === this.#sent) this.problems = problems;
    if (isDone) {
      this.isStrict = false;
      this.#saving.forget(call.draft);
      if (this.#preview.trouble) this.#preview.tryNow();
      return;
    }
    this.#saving.resume();
    await this.#focusFirstProblem();
  }

  async #focusFirstProblem(): Promise<void> {
    const [, place] = /^tiles\.(\d+)\./.exec(this.problems[0]?.path ?? '') ?? [];
    this.selected = this.draft.tiles[Number(place)]?.id ?? this.selected;
    await this.updateComplete;
    const control = this.querySelector<HTMLElement>('[aria-invalid=true]');
    if (control) showAndFocus(control);
  }

  async #discard(): Promise<void> {
    this.draft = toEdited(this.#publishing.draft!);
    await this.updateComplete;
    await this.#ending.discard();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'draft-editor': DraftEditor;
  }
}

customElements.define('draft-editor', DraftEditor);
