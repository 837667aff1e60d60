import { html, type PropertyValues } from 'lit';
import type { DashboardDraft, DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { EditorStart, PreviewCall } from '../../dashboards/editor-wire.ts';
import { findLocally } from '../local-drafts.ts';
import type { DatasetTools } from './datasets/dataset-fields.ts';
import { datasetList } from './datasets/dataset-list.ts';
import { describeChanges } from '../../../dashboard/draft-changes.ts';
import { DraftEnding } from './saving/draft-ending.ts';
import { DraftPart, toFieldId } from './model/draft-part.ts';
import { DraftSaving } from './saving/draft-saving.ts';
import { type EditedDraft, toDatasetName, toEdited, toSent } from './model/edited-draft.ts';
import { editorBar } from './editor-bar.ts';
import { type DialogName, editorDialog } from './editor-dialogs.ts';
import { EditorElement } from './model/editor-element.ts';
import { endButtons } from './fields/end-buttons.ts';
import { filterList } from './filters/filter-list.ts';
import { findEditorId } from './model/find-editor-id.ts';
import { FoundProblems } from './model/found-problems.ts';
import { headFields } from './head-fields.ts';
import { focusFirstInvalid, LaterFocus } from './model/later-focus.ts';
import { LeaveWarning } from './saving/leave-warning.ts';
import type { TrialValues } from './sql/parameter-fields.ts';
import { previewPane, type PreviewStyle } from './preview/preview-pane.ts';
import { Preview } from './preview/preview.ts';
import { Publishing } from './saving/publishing.ts';
import { Shortcuts } from './shortcuts.ts';
import { findDraftParameters } from './model/sql-parameter-names.ts';
import { TableLists } from './sql/table-lists.ts';
import { tileList } from './tiles/tile-list.ts';
import { UndoHistory } from './saving/undo-history.ts';

/** The columns of a dataset that has not run yet. */
const UNKNOWN: DatasetColumns = { names: [], types: {}, numbers: [], plain: [] };

/**
 * The editor of one dashboard, with its preview. It has the state of the whole page. The functions that render the form
 * get a {@link DraftPart}, and change the draft through it.
 */
export class DraftEditor extends EditorElement {
  static override properties = {
    draft: { state: true },
    trial: { state: true },
    trouble: { state: true },
    selected: { state: true },
    previewStyle: { state: true },
    dialog: { state: true },
  };
  declare draft: EditedDraft;
  /** The values of parameters that the preview uses. They are not part of the draft. */
  declare trial: TrialValues;
  /** The error of any action except saving, publishing and the preview. */
  declare trouble: string;
  /** The id of the tile whose form is open. */
  declare selected: string | null;
  declare previewStyle: PreviewStyle;
  declare dialog: DialogName | null;
  readonly #start: EditorStart;
  readonly #editor = findEditorId();
  readonly #publishing: Publishing;
  readonly #saving: DraftSaving;
  readonly #ending: DraftEnding;
  readonly #history: UndoHistory;
  readonly #tables: TableLists;
  readonly #focus = new LaterFocus(this);
  readonly #problems = new FoundProblems(this);
  readonly #preview = new Preview(this, {
    call: () => this.#previewCall,
    onProblems: (problems) => this.#problems.take(problems, this.#sent),
  });
  /** The draft in the form that the service reads. */
  #sent: DashboardDraft;
  #changes: readonly string[] = [];

  constructor(start: EditorStart) {
    super();
    const { guid, company, version, published, draft, draftVersion, mayPublish } = start;
    const local = findLocally(guid);
    this.#start = start;
    this.draft = toEdited(local?.draft ?? draft);
    this.trial = {};
    this.trouble = '';
    this.selected = null;
    this.previewStyle = { screen: 'fit', theme: 'light' };
    this.dialog = null;
    this.#sent = toSent(this.draft);
    this.#publishing = new Publishing(this, guid, { version, draft: published });
    const saved = { draft: toSent(toEdited(draft)), version: local?.draftVersion ?? draftVersion };
    this.#saving = new DraftSaving(this, { guid, call: () => this.#draftCall }, saved);
    this.#ending = new DraftEnding({
      ...{ guid, mayPublish },
      saving: this.#saving,
      warning: new LeaveWarning(this, () => this.#saving.isAtRisk),
      publishing: this.#publishing,
      sent: () => this.#sent,
      show: (shown) => this.#showDraft(shown),
      onTrouble: this.#setTrouble,
    });
    this.#history = new UndoHistory(this);
    this.#tables = new TableLists(this, company.id);
    this.addController(
      new Shortcuts({
        save: this.#saving.saveNow,
        publish: () => mayPublish && (this.dialog = 'publish'),
        undo: this.#history.undo,
        redo: this.#history.redo,
        help: () => (this.dialog = 'help'),
      }),
    );
    if (!this.draft.title) this.#focus.moveTo(toFieldId('title'));
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('draft')) {
      this.#sent = toSent(this.draft);
      this.#publishing.dismiss();
    }
    this.#changes = describeChanges(this.#publishing.draft, this.#sent);
  }

  override render(): unknown {
    return html`${this.#renderBar()}
      <div class="desk">
        ${this.#renderForm()}
        ${previewPane(this.#preview, {
          style: this.previewStyle,
          setStyle: (style) => (this.previewStyle = style),
          onSelect: this.#select,
        })}
      </div>
      ${this.#renderDialog()}`;
  }

  override updated(): void {
    document.title = `${this.draft.title || 'New dashboard'} – Back office`;
    // The address needs no company after the service has the dashboard.
    if (location.search && this.#isKept) history.replaceState(null, '', this.#start.guid);
  }

  #renderBar(): unknown {
    return editorBar({
      start: this.#start,
      title: this.draft.title,
      saving: this.#saving,
      publishing: this.#publishing,
      history: this.#history,
      isChanged: this.#changes.length > 0,
      trouble: this.trouble,
      onTrouble: this.#setTrouble,
      onOpen: (dialog) => (this.dialog = dialog),
      onOverwrite: () => void this.#publish(this.#publishing.theirVersion!),
      onLoadTheirs: () => void this.#ending.loadTheirs(),
    });
  }

  #renderForm(): unknown {
    const problems = this.#problems.of(this.#sent);
    const form = { problems, focus: this.#focus, leave: this.#problems.leave };
    const draft = new DraftPart('', this.draft, form, (changed) => (this.draft = changed));
    const data = { datasets: this.draft.datasets, columnsOf: this.#columnsOf };
    const selection = { selected: this.selected, select: this.#select };
    const tools = this.#toTools(draft);
    return html`<div class="draft" role="form" aria-label="Definition">
      ${headFields(draft)} ${datasetList(draft, tools)} ${filterList(tools)}
      ${tileList(draft, data, selection)} ${this.#renderEnd()}
    </div>`;
  }

  #renderEnd(): unknown {
    const { isPublished } = this.#publishing;
    return endButtons({
      canDiscard: isPublished && this.#changes.length > 0,
      canRemove: this.#isKept && (this.#start.mayPublish || !isPublished),
      onDiscard: () => void this.#ending.discard(),
      onRemove: () => void this.#ending.remove(this.draft.title || 'this dashboard'),
    });
  }

  #renderDialog(): unknown {
    const { guid, mayPublish } = this.#start;
    return editorDialog(this.dialog, {
      ...{ guid, mayPublish },
      changes: this.#changes,
      isConflict: this.#saving.state === 'conflict',
      faultyParts: this.#problems.faultyParts,
      onPublish: () => void this.#publish(),
      onRestore: (draft) => {
        void this.#showDraft(draft);
        this.#closeDialog();
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
      findList: (key) => this.#preview.findList(key),
      columnsOf: this.#columnsOf,
      missing: this.#preview.missing,
      sampleOf: (key) => this.#preview.findSample(toDatasetName(this.draft, key)),
      trial: draft.field('parameters', this.trial, setTrial),
      shown: draft.at('shownParameters'),
      draft,
      parameters: findDraftParameters(this.draft),
      run: this.#preview.tryNow,
    };
  }

  /** Whether the service has the dashboard, as a draft or published. */
  get #isKept(): boolean {
    return this.#publishing.isPublished || this.#saving.version > 0;
  }

  get #previewCall(): PreviewCall {
    const { company } = this.#start;
    const { theme } = this.previewStyle;
    return { draft: this.#sent, parameters: this.trial, companyId: company.id, theme };
  }

  get #draftCall() {
    const { version } = this.#publishing;
    const companyId = this.#start.company.id;
    return { draft: this.#sent, companyId, version, editor: this.#editor };
  }

  readonly #columnsOf = (key: string): DatasetColumns =>
    this.#preview.findColumns(toDatasetName(this.draft, key)) ?? UNKNOWN;

  async #showDraft(draft: DashboardDraft): Promise<void> {
    this.draft = toEdited(draft);
    await this.updateComplete;
  }

  /** Closes the dialog, which returns the focus to the control that opened it. */
  #closeDialog(): void {
    this.querySelector('dialog')?.close();
  }

  readonly #setTrouble = (message: string): void => {
    this.trouble = message;
  };

  /** Opens the form of a tile, moves the focus to it, and scrolls it into view. */
  readonly #select = (id: string): void => {
    this.selected = id;
    this.#focus.moveTo('tile-form');
    this.requestUpdate();
  };

  async #publish(over = this.#publishing.version): Promise<void> {
    this.#closeDialog();
    if (this.#publishing.isWaiting) return;
    this.#problems.beStrict(true);
    this.trouble = '';
    await this.#saving.pause();
    const place = { ...this.#draftCall, draftVersion: this.#saving.version, version: over };
    const call = { ...this.#previewCall, ...place };
    const { isDone, problems } = await this.#publishing.publish(call);
    // If the draft has changed in the meantime, the preview reports its problems.
    if (call.draft === this.#sent) this.#problems.take(problems, call.draft);
    if (isDone) {
      this.#problems.beStrict(false);
      this.#saving.forget(call.draft);
      if (this.#preview.trouble) this.#preview.tryNow();
      return;
    }
    this.#saving.resume();
    await this.#focusFirstProblem();
  }

  async #focusFirstProblem(): Promise<void> {
    const [, place] = /^tiles\.(\d+)\./.exec(this.#problems.list[0]?.path ?? '') ?? [];
    this.selected = this.draft.tiles[Number(place)]?.id ?? this.selected;
    await this.updateComplete;
    focusFirstInvalid(this);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'draft-editor': DraftEditor;
  }
}

customElements.define('draft-editor', DraftEditor);
