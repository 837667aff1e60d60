import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { createRef, ref } from 'lit/directives/ref.js';
import type { ListFacts } from '../../../dashboards/editor-wire.ts';
import type { DraftPart } from '../model/draft-part.ts';
import type { EditedDraft } from '../model/edited-draft.ts';
import { field } from '../fields/field.ts';
import { findUnused } from '../model/edited-draft.ts';
import { parameterFields, type TrialValues } from './parameter-fields.ts';
import { selectField } from '../fields/select-field.ts';
import './sql-editor.ts';
import type { SqlEditor } from './sql-editor.ts';
import { findParameterNames } from '../model/sql-parameter-names.ts';
import type { TableList } from './table-lists.ts';
import './table-tree.ts';
import type { TableName } from './table-tree.ts';
import { unusedNote } from './unused-note.ts';

/** The parts of the editor that the fields of a SELECT use. */
export interface SelectTools {
  /** The names of the company's data connections. */
  connections: readonly string[];
  tablesOf: (connection: string) => TableList;
  /** Returns the facts about the list of a filter, by its parameter in lower case. */
  findList: (key: string) => ListFacts | undefined;
  /** The values of parameters that the preview uses. */
  trial: DraftPart<TrialValues>;
  /** The parameters that readers see. */
  shown: DraftPart<string[]>;
  draft: DraftPart<EditedDraft>;
  /** The parameters of all SELECTs. */
  parameters: readonly string[];
  /** Runs the SQL immediately. */
  run: () => void;
}

/** The fields of a SELECT. */
export interface SelectParts {
  /** The dataset or the filter that has the SELECT. */
  owner: Pick<DraftPart<unknown>, 'field'>;
  sql: DraftPart<string>;
  connection: DraftPart<string>;
  /** The required parameters that the SELECT leaves out on purpose. */
  ignored: DraftPart<string[] | undefined>;
  noun: 'dataset' | 'list';
  hint: string;
}

const OWN_DATA = 'The service’s own data';

/** Renders the choice of a data connection, if there is any besides the service's own data. */
export function connectionField(
  connection: DraftPart<string>,
  { connections }: Pick<SelectTools, 'connections'>,
): unknown {
  if (connections.length === 0 && !connection.value) return nothing;
  return selectField(connection, {
    label: 'Data connection',
    choices: [['', OWN_DATA], ...connections.map((name) => [name, name] as const)],
  });
}

/** Renders the tables of a connection, the SQL, and the values of its parameters for the preview. */
export function selectFields(
  { owner, sql, connection, ignored, noun, hint }: SelectParts,
  tools: SelectTools,
): unknown {
  const editor = createRef<SqlEditor>();
  const insert = (name: TableName): void => editor.value?.insert(name);
  const list = tools.tablesOf(connection.value);
  return html`<details class="tables" ?open=${guard([], () => !sql.value)}>
      <summary>Tables</summary>
      <table-tree .list=${list} .onInsert=${insert}></table-tree>
    </details>
    ${field(
      sql,
      { label: 'SQL', hint },
      (control) =>
        html`<sql-editor
          ${ref(editor)}
          .control=${control}
          .value=${sql.value}
          .names=${{ ...list, parameters: tools.parameters }}
          .fault=${sql.fault}
          .onChange=${sql.set}
          .onRun=${tools.run}
        ></sql-editor>`,
    )}
    ${parameterFields(owner, findParameterNames([{ sql: sql.value }]), tools)}
    ${unusedNote(noun, findUnused(tools.draft.value, sql.value), ignored)}`;
}
