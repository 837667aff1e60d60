import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DraftPart } from './draft-part.ts';
import type { EditedDataset } from './edited-draft.ts';
import { field } from './field.ts';
import { selectField } from './select-field.ts';
import { textField } from './text-field.ts';

const OWN_DATA = 'The service’s own data';

/** The fields of a dataset: its name, its data connection, and its SELECT. */
export function datasetFields(
  dataset: DraftPart<EditedDataset>,
  connections: readonly string[],
): unknown {
  return html`<div class="pair">
      ${textField(dataset.at('name'), { label: 'Name', isCode: true })}
      ${selectField(dataset.optional('connection'), {
        label: 'Data connection',
        choices: [['', OWN_DATA], ...connections.map((name) => [name, name] as const)],
      })}
    </div>
    ${sqlField(dataset.at('sql'))}`;
}

function sqlField(sql: DraftPart<string>): unknown {
  const lines = sql.value.split('\n').length;
  const words = {
    label: 'SQL',
    hint: 'One SELECT. :Name stands for an SQL parameter of GetToken, and is NULL where it is not given.',
  };
  return field(
    sql,
    words,
    ({ id, invalid, describedBy }) =>
      html`<textarea
        id=${id}
        class="code"
        rows=${Math.min(18, Math.max(5, lines + 1))}
        .value=${live(sql.value)}
        spellcheck="false"
        autocomplete="off"
        placeholder="SELECT region, count(*) AS customers FROM customers GROUP BY region"
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @input=${({ target }: InputEvent) => sql.set((target as HTMLTextAreaElement).value)}
      ></textarea>`,
  );
}
