import type { Series, TableColumn } from '../../../dashboard/definition.ts';
import { ColumnField } from './column-field.tsx';
import { SelectField, TextField } from './field.tsx';
import { useLaterFocus } from './focus.ts';
import { ItemButtons } from './item.tsx';
import { moved, replaced, without } from './list-edit.ts';
import { toSeries } from './new-tile.ts';
import { toFieldId, useProblem } from './problems.ts';
import { FORMATS } from './value-formats.ts';

/** The columns of a table or the series of a chart, in their order. */
export function ColumnList<Each extends Series | TableColumn>({
  path,
  legend,
  one,
  list,
  columns,
  create,
  onChange,
}: {
  path: string;
  legend: string;
  /** What one of them is called. */
  one: string;
  list: readonly Each[];
  columns: readonly string[];
  /** Makes one of a column's name. */
  create: (column: string) => Each;
  onChange: (list: Each[]) => void;
}) {
  const problem = useProblem(path);
  const focusLater = useLaterFocus();
  const addId = `${path}-add`;

  const add = (): void => {
    const unused = columns.find((name) => list.every(({ column }) => column !== name));
    onChange([...list, create(unused ?? '')]);
    focusLater(toFieldId(`${path}.${list.length}.column`));
  };
  const remove = (place: number): void => {
    onChange(without(list, place));
    focusLater(addId);
  };
  const move = (place: number, step: -1 | 1): void => {
    onChange(moved(list, place, step));
    const to = `${path}.${place + step}`;
    focusLater(...(step < 0 ? [`${to}-up`, `${to}-down`] : [`${to}-down`, `${to}-up`]));
  };

  return (
    <fieldset class="columns">
      <legend>{legend}</legend>
      <ol>
        {list.map((each, place) => (
          <li key={place} class={'format' in each ? 'with-format' : ''}>
            <ColumnListFields
              path={`${path}.${place}`}
              each={each}
              columns={columns}
              onChange={(item) => onChange(replaced(list, place, item))}
            />
            <div class="buttons">
              <ItemButtons
                path={`${path}.${place}`}
                name={`${one} ${place + 1}`}
                isFirst={place === 0}
                isLast={place === list.length - 1}
                onMove={(step) => move(place, step)}
                onRemove={() => remove(place)}
              />
            </div>
          </li>
        ))}
      </ol>
      {problem && <p class="problem">{problem}</p>}
      <button
        type="button"
        class="plain small"
        id={addId}
        aria-invalid={problem ? true : undefined}
        onClick={add}
      >
        Add {one}
      </button>
    </fieldset>
  );
}

function ColumnListFields<Each extends Series | TableColumn>({
  path,
  each,
  columns,
  onChange,
}: {
  path: string;
  each: Each;
  columns: readonly string[];
  onChange: (each: Each) => void;
}) {
  const isLabelMade = each.label === toSeries(each.column).label;
  return (
    <>
      <ColumnField
        path={`${path}.column`}
        label="Column"
        value={each.column}
        columns={columns}
        onChange={(column) =>
          onChange({ ...each, ...(isLabelMade ? toSeries(column) : { column }) })
        }
      />
      <TextField
        path={`${path}.label`}
        label="Label"
        value={each.label}
        onChange={(label) => onChange({ ...each, label })}
      />
      {'format' in each && (
        <SelectField
          path={`${path}.format`}
          label="Format"
          value={each.format}
          choices={FORMATS}
          onChange={(format) => onChange({ ...each, format })}
        />
      )}
    </>
  );
}
