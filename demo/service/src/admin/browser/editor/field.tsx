import type { ComponentChildren } from 'preact';
import { toFieldId, useProblem } from './problems.ts';

/** Where a field stands in the draft, what it is called, and who hears of a change. */
export interface FieldProps<Value extends string = string> {
  path: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  hint?: string;
}

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, its control, and what is wrong with the value. */
export function Field({
  path,
  label,
  hint,
  children,
}: Pick<FieldProps, 'path' | 'label' | 'hint'> & {
  children: (props: ControlProps) => ComponentChildren;
}) {
  const problem = useProblem(path);
  const id = toFieldId(path);
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const control: ControlProps = {
    id,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': notes || undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(control)}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ProblemNote path={path} />
    </div>
  );
}

/** What is wrong at a place of the draft. */
export function ProblemNote({ path }: { path: string }) {
  const problem = useProblem(path);
  if (!problem) return null;
  return (
    <p class="problem" id={`${toFieldId(path)}-problem`}>
      {problem}
    </p>
  );
}

/** One line of text. */
export function TextField({
  path,
  label,
  value,
  onChange,
  hint,
  ...rest
}: FieldProps & { placeholder?: string; maxLength?: number; spellcheck?: boolean }) {
  return (
    <Field path={path} label={label} hint={hint}>
      {(control) => (
        <input
          {...rest}
          {...control}
          value={value}
          autocomplete="off"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** One of several: values, and what they are called. */
export function SelectField<Value extends string>({
  path,
  label,
  value,
  onChange,
  hint,
  choices,
}: FieldProps<Value> & { choices: readonly (readonly [Value, string])[] }) {
  const isKnown = choices.some(([each]) => each === value);
  const shown = isKnown ? choices : [[value, value || 'Choose…'] as const, ...choices];
  return (
    <Field path={path} label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
        >
          {shown.map(([each, name]) => (
            <option key={each} value={each} selected={each === value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no. */
export function CheckField({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
