import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { nothing, type PropertyValues } from 'lit';
import { EditorElement } from '../model/editor-element.ts';
import type { ControlAttributes } from '../fields/field.ts';
import { sqlLanguage, type SqlNames } from './sql-language.ts';
import type { TableName } from './table-tree.ts';

/** A fault that the database found in the SQL. */
export interface SqlFault {
  message: string;
  offset: number;
}

const EMPTY = 'Write a SELECT, or choose a table above.';

/** The SQL of a dataset, in CodeMirror. Tab leaves the editor, which avoids a keyboard trap. */
export class SqlEditor extends EditorElement {
  static override properties = {
    value: { attribute: false },
    control: { attribute: false },
    names: { attribute: false, hasChanged: differs },
    fault: { attribute: false, hasChanged: differs },
    onChange: { attribute: false },
    onRun: { attribute: false },
  };
  declare value: string;
  declare control: ControlAttributes;
  declare names: SqlNames;
  declare fault: SqlFault | null;
  declare onChange: (sql: string) => void;
  declare onRun: () => void;
  readonly #attributes = new Compartment();
  readonly #language = new Compartment();
  #view: EditorView | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#view?.destroy();
    this.#view = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#view = this.#createView();
  }

  override updated(changed: PropertyValues<this>): void {
    this.#view ??= this.#createView();
    const effects = [this.#attributes.reconfigure(this.#contentAttributes)];
    if (changed.has('names')) effects.push(this.#language.reconfigure(sqlLanguage(this.names)));
    this.#view.dispatch({ ...this.#toChange(this.#view.state), effects });
    if (changed.has('fault')) this.#showFault(this.#view);
  }

  /** Inserts a name at the caret, or a SELECT into an empty field. The focus moves to the SQL. */
  insert({ table, column }: TableName): void {
    const view = this.#view!;
    const { doc, selection } = view.state;
    const { from, to } = doc.toString().trim() ? selection.main : { from: 0, to: doc.length };
    const isWord = /[\w")*]/.test(doc.sliceString(from - 1, from));
    const statement = `SELECT ${column ?? '*'} FROM ${table}`;
    const name = `${isWord ? ' ' : ''}${column ?? table}`;
    const insert = doc.toString().trim() ? name : statement;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
    });
    view.focus();
  }

  #createView(): EditorView {
    const state = EditorState.create({
      doc: this.value,
      selection: { anchor: this.value.length },
      extensions: this.#extensions,
    });
    return new EditorView({ state, parent: this });
  }

  get #extensions(): Extension {
    const run = { key: 'Mod-Enter', run: () => this.#run(), preventDefault: true };
    return [
      keymap.of([run, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      history(),
      lineNumbers(),
      // Enter ends a line until the author has moved to a completion.
      autocompletion({ icons: false, selectOnOpen: false }),
      EditorView.lineWrapping,
      EditorView.updateListener.of(({ docChanged, state }) => {
        const sql = state.doc.toString();
        if (docChanged && sql !== this.value) this.onChange(sql);
      }),
      placeholder(EMPTY),
      this.#attributes.of(this.#contentAttributes),
      this.#language.of(sqlLanguage(this.names)),
    ];
  }

  get #contentAttributes(): Extension {
    const { id, invalid, describedBy } = this.control;
    return EditorView.contentAttributes.of({
      id,
      tabindex: '0',
      'aria-labelledby': `${id}-label`,
      ...(invalid !== nothing && { 'aria-invalid': invalid }),
      ...(describedBy !== nothing && { 'aria-describedby': describedBy }),
    });
  }

  #run(): boolean {
    this.onRun();
    return true;
  }

  /** Returns the change to the latest value. The draft may change without typing here, for example by an undo. */
  #toChange({ doc }: EditorState) {
    if (doc.toString() === this.value) return {};
    return { changes: { from: 0, to: doc.length, insert: this.value } };
  }

  #showFault({ state, dispatch }: EditorView): void {
    dispatch.call(this.#view, setDiagnostics(state, this.#toDiagnostics(state)));
  }

  #toDiagnostics({ doc }: EditorState): Diagnostic[] {
    if (!this.fault) return [];
    const { message } = this.fault;
    const from = Math.min(this.fault.offset, Math.max(0, doc.length - 1));
    const [word] = /^[\w"]*/.exec(doc.sliceString(from))!;
    const to = Math.min(doc.length, from + Math.max(1, word.length));
    return [{ from, to, severity: 'error', message }];
  }
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

declare global {
  interface HTMLElementTagNameMap {
    'sql-editor': SqlEditor;
  }
}

customElements.define('sql-editor', SqlEditor);
