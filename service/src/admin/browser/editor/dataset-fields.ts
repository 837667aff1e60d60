import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { createRef, ref } from 'lit/directives/ref.js';
import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { ResultSample } from '../../dashboards/editor-wire.ts';
import type { DraftPart } from './draft-part.ts';
import type { EditedDataset, EditedDraft } from './edited-draft.ts';
import { field } from './field.ts';
import { parameterFields, type TrialValues } from './parameter-fields.ts';
import { resultGrid } from './result-grid.ts';
import { selectField } from './select-field.ts';
import './sql-editor.ts';
import type { SqlEditor } from './sql-editor.ts';
import { findParameterNames } from './sql-parameter-names.ts';
import type { TableList } from './table-lists.ts';
import './table-tree.ts';
import type { TableName } from './table-tree.ts';
import { textField } from './text-field.ts';
import { tileSuggestions } from './tile-suggestions.ts';

/** The parts of the editor that the fields of a dataset use. */
export interface DatasetTools {
  /** The names of the company's data connections. */
  connections: readonly string[];
  tablesOf: (connection: string) => TableList;
  columnsOf: (key: string) => DatasetColumns;
  sampleOf: (key: string) => ResultSample | undefined;
  /** The values of parameters that the preview uses. */
  trial: DraftPart<TrialValues>;
  /** The parameters that readers see. */
  shown: DraftPart<string[]>;
  draft: DraftPart<EditedDraft>;
  /** The parameters of all datasets. */
  parameters: readonly string[];
  /** Runs the SQL immediately. */
  run: () => void;
}

const OWN_DATA = 'The service’s own data';
const SQL_WORDS = {
  label: 'SQL',
  hint: 'One SELECT. :Name is a parameter that your application sets; without a value it is NULL. Ctrl+Enter runs the SQL now.',
};

/** Renders the fields of a dataset: its name, its data connection, its SELECT, and the result. */
export function datasetFields(dataset: DraftPart<EditedDataset>, tools: DatasetTools): unknown {
  const { connection = '', sql } = dataset.value;
  const editor = createRef<SqlEditor>();
  const insert = (name: TableName): void => editor.value?.insert(name);
  return html`<div class="pair">
      ${textField(dataset.at('name'), { label: 'Name', isCode: true })}
      ${connectionField(dataset.optional('connection'), tools)}
    </div>
    <details class="tables" ?open=${guard([], () => !sql)}>
      <summary>Tables</summary>
      <table-tree .list=${tools.tablesOf(connection)} .onInsert=${insert}></table-tree>
    </details>
    ${field(
      dataset.at('sql'),
      SQL_WORDS,
      (control) =>
        html`<sql-editor
          ${ref(editor)}
          .control=${control}
          .value=${sql}
          .names=${{ tables: tools.tablesOf(connection).tables, parameters: tools.parameters }}
          .fault=${dataset.at('sql').fault}
          .onChange=${dataset.at('sql').set}
          .onRun=${tools.run}
        ></sql-editor>`,
    )}
    ${result(dataset, tools)}`;
}

function connectionField(connection: DraftPart<string>, { connections }: DatasetTools): unknown {
  if (connections.length === 0 && !connection.value) return nothing;
  return selectField(connection, {
    label: 'Data connection',
    choices: [['', OWN_DATA], ...connections.map((name) => [name, name] as const)],
  });
}

/** Renders the values of the parameters, the first rows, and suggested tiles. */
function result(dataset: DraftPart<EditedDataset>, tools: DatasetTools): unknown {
  const { key } = dataset.value;
  const names = findParameterNames([dataset.value]);
  const sample = tools.sampleOf(key);
  const isSet = (name: string): boolean => Boolean(tools.trial.value[name.toLowerCase()]);
  return html`${parameterFields(dataset, names, tools)}
  ${
    sample
      ? html`<div class="result">
          ${resultGrid(sample, { set: names.filter(isSet), empty: names.filter((name) => !isSet(name)) })}
          ${tileSuggestions(dataset.value, tools)}
        </div>`
      : nothing
  }`;
}
