import type { Series, TableColumn } from '../../../dashboard/definition.ts';
import { AddButton } from './add-button.tsx';
import { ColumnField } from './column-field.tsx';
import { SelectField, TextField } from './field.tsx';
import { MoveButtons, RemoveButton } from './item.tsx';
import { useListEdit } from './list-edit.ts';
import { toSeries } from './new-tile.ts';
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
  const edit = useListEdit(path, list, onChange);
  const add = (): void => {
    const unused = columns.find((name) => list.every(({ column }) => column !== name));
    edit.add(create(unused ?? ''), 'column');
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
              onChange={(item) => edit.replace(place, item)}
            />
            <div class="buttons">
              <MoveButtons
                path={`${path}.${place}`}
                name={`${one} ${place + 1}`}
                isFirst={place === 0}
                isLast={place === list.length - 1}
                onMove={(step) => edit.move(place, step)}
              />
              <RemoveButton name={`${one} ${place + 1}`} onRemove={() => edit.remove(place)} />
            </div>
          </li>
        ))}
      </ol>
      <AddButton path={path} look="plain small" onAdd={add}>
        Add {one}
      </AddButton>
    </fieldset>
  );
}

/** The fields of a column or series. */
export function ColumnListFields<Each extends Series | TableColumn>({
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
