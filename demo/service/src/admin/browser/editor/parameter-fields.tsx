import { CheckField, ProblemNote, TextField } from './field.tsx';

/** The values that the datasets are tried with, and which of them the page names to its reader. */
export function ParameterFields({
  names,
  values,
  shown,
  onTry,
  onShow,
}: {
  names: readonly string[];
  /** By names in lower case. */
  values: Readonly<Record<string, string>>;
  shown: readonly string[];
  onTry: (values: Record<string, string>) => void;
  onShow: (shown: string[]) => void;
}) {
  const isShown = (name: string): boolean =>
    shown.some((each) => each.toLowerCase() === name.toLowerCase());
  const show = (name: string, checked: boolean): void => {
    const others = shown.filter((each) => each.toLowerCase() !== name.toLowerCase());
    onShow(checked ? [...others, name] : others);
  };
  const tryWith = (name: string, value: string): void => {
    const { [name.toLowerCase()]: _, ...others } = values;
    onTry(value === '' ? others : { ...others, [name.toLowerCase()]: value });
  };
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="parameters">
      <h2 id="parameters">Try with parameters</h2>
      <ul class="parameters">
        {names.map((name) => (
          <li key={name.toLowerCase()}>
            <TextField
              path={`parameters.${name.toLowerCase()}`}
              label={name}
              value={values[name.toLowerCase()] ?? ''}
              placeholder="not given"
              onChange={(value) => tryWith(name, value)}
            />
            <CheckField
              label={`Show ${name} to the reader`}
              checked={isShown(name)}
              onChange={(checked) => show(name, checked)}
            />
          </li>
        ))}
      </ul>
      <ProblemNote path="shownParameters" />
    </section>
  );
}
