import type { DraftDataset } from '../../../dashboard/dashboard-draft.ts';
import { Field, SelectField, TextField } from './field.tsx';

const OWN_DATA = 'The service’s own data';

/** The fields of a dataset: its name, where it reads, and its SELECT. */
export function DatasetFields({
  path,
  dataset,
  connections,
  onChange,
}: {
  path: string;
  dataset: DraftDataset;
  connections: readonly string[];
  onChange: (dataset: DraftDataset) => void;
}) {
  const lines = dataset.sql.split('\n').length;
  return (
    <>
      <div class="pair">
        <TextField
          path={`${path}.name`}
          label="Name"
          value={dataset.name}
          spellcheck={false}
          onChange={(name) => onChange({ ...dataset, name })}
        />
        <SelectField
          path={`${path}.connection`}
          label="Data connection"
          value={dataset.connection ?? ''}
          choices={[['', OWN_DATA], ...connections.map((name) => [name, name] as const)]}
          onChange={(connection) => onChange({ ...dataset, connection: connection || undefined })}
        />
      </div>
      <Field
        path={`${path}.sql`}
        label="SQL"
        hint="One SELECT. :Name stands for an SQL parameter of GetToken, and is NULL where it is not given."
      >
        {(control) => (
          <textarea
            {...control}
            class="code"
            rows={Math.min(18, Math.max(5, lines + 1))}
            value={dataset.sql}
            spellcheck={false}
            autocomplete="off"
            placeholder="SELECT region, count(*) AS customers FROM customers GROUP BY region"
            onInput={({ currentTarget }) => onChange({ ...dataset, sql: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
