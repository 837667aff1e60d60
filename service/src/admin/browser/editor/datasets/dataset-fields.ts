import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { ResultSample } from '../../../dashboards/editor-wire.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { checkField } from '../fields/check-field.ts';
import { type EditedDataset, findUnused } from '../model/edited-draft.ts';
import { resultGrid } from '../sql/result-grid.ts';
import { connectionField, selectFields, type SelectTools } from '../sql/select-fields.ts';
import { findParameterNames } from '../model/sql-parameter-names.ts';
import { textField } from '../fields/text-field.ts';
import { tileSuggestions } from './tile-suggestions.ts';

/** The parts of the editor that the fields of a dataset use. */
export interface DatasetTools extends SelectTools {
  columnsOf: (key: string) => DatasetColumns;
  sampleOf: (key: string) => ResultSample | undefined;
  /** The required parameters without a value for the preview. */
  missing: readonly string[];
}

const HINT =
  'One SELECT. :Name is a parameter that your application or a filter sets; without a value it is NULL. Ctrl+Enter runs the SQL now.';

/** Renders the fields of a dataset: its name, its data connection, its SELECT, and the result. */
export function datasetFields(dataset: DraftPart<EditedDataset>, tools: DatasetTools): unknown {
  const connection = dataset.optional('connection');
  const sql = dataset.at('sql');
  return html`<div class="pair">
      ${textField(dataset.at('name'), { label: 'Name', isCode: true })}
      ${connectionField(connection, tools)}
    </div>
    ${selectFields({ owner: dataset, sql, connection, hint: HINT }, tools)}
    ${unusedNote(dataset, tools)} ${result(dataset.value, tools)}`;
}

/** Renders the warning that a dataset does not use a required parameter, until its author says that it is meant. */
function unusedNote(dataset: DraftPart<EditedDataset>, { draft }: DatasetTools): unknown {
  const { sql, ignoredParameters: ignored = [] } = dataset.value;
  const { required, unused } = findUnused(draft.value, dataset.value);
  if (unused.length === 0 || sql.trim() === '') return nothing;
  const isMeant = unused.every((name) => ignored.includes(name.toLowerCase()));
  const names = unused.join(', ');
  const reach = unused.length < required.length ? `for each ${names}` : 'to everybody';
  const setMeant = (isOn: boolean): void =>
    dataset.merge({
      ignoredParameters: isOn ? unused.map((name) => name.toLowerCase()) : undefined,
    });
  return html`<div class="notice">
    ${
      isMeant
        ? nothing
        : html`<p>This dataset shows the same rows ${reach}: it does not use ${names}.</p>`
    }
    ${checkField(`It is meant that this dataset does not use ${names}`, isMeant, setMeant)}
  </div>`;
}

/** Renders the first rows, and suggested tiles. */
function result(dataset: EditedDataset, tools: DatasetTools): unknown {
  const sample = tools.sampleOf(dataset.key);
  const { missing } = tools;
  if (missing.length > 0 && dataset.sql) {
    return html`<p class="hint">
      No rows, because the preview has no value for ${missing.join(', ')}.
    </p>`;
  }
  if (!sample) return nothing;
  const names = findParameterNames([dataset]);
  const isSet = (name: string): boolean => Boolean(tools.trial.value[name.toLowerCase()]);
  return html`<div class="result">
    ${resultGrid(sample, { set: names.filter(isSet), empty: names.filter((name) => !isSet(name)) })}
    ${tileSuggestions(dataset, tools)}
  </div>`;
}
