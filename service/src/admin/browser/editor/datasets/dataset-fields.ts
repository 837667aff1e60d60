import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { ResultSample } from '../../../dashboards/editor-wire.ts';
import type { DraftPart } from '../model/draft-part.ts';
import type { EditedDataset } from '../model/edited-draft.ts';
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
  const ignored = dataset.at('ignoredParameters');
  return html`<div class="pair">
      ${textField(dataset.at('name'), { label: 'Name', isCode: true })}
      ${connectionField(connection, tools)}
    </div>
    ${selectFields({ owner: dataset, sql, connection, ignored, noun: 'dataset', hint: HINT }, tools)}
    ${result(dataset.value, tools)}`;
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
