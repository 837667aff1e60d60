import { useRef } from 'preact/hooks';
import { type FieldProps, SelectField, TextField } from './field.tsx';

/** A column of a dataset: one of those that it brought, or any name while none are known. */
export function ColumnField({
  columns,
  optional = false,
  ...field
}: FieldProps & { columns: readonly string[]; optional?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const isChoice = useRef(false);
  // Whoever types in it keeps the field that they type in.
  if (!box.current?.contains(document.activeElement)) isChoice.current = columns.length > 0;
  const choices = columns.map((column) => [column, column] as const);
  return (
    <div ref={box}>
      {isChoice.current ? (
        <SelectField {...field} choices={optional ? [['', 'None'], ...choices] : choices} />
      ) : (
        <TextField {...field} spellcheck={false} />
      )}
    </div>
  );
}
