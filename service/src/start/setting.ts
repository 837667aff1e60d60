/** A setting of the service: an environment variable, and an option of the library under the key of its row. */
export type Setting = SettingParts & ({ fallback: string | number } | { shown: string });

interface SettingParts {
  /** The environment variable. */
  variable: string;
  /** Turns the variable's text into the option. Default: the text itself. Throws {@link SettingError}. */
  read?: (text: string, variable: string) => unknown;
  /** Turns the option into the value that the service uses. Default: the option itself. Throws {@link SettingError}. */
  parse?: (option: never) => unknown;
  /** The text of a variable that is not set. Without it, the option is then `undefined`. */
  fallback?: string | number;
  /** The default in the help and in the documentation. Default: `fallback`. */
  shown?: string;
  /** One or two sentences for the help and the documentation. Code is in backticks. */
  meaning: string;
}

/** The option of a row. */
export type OptionOf<Row> =
  | (Row extends { read: (...text: never[]) => infer Option } ? Option : string)
  | Unset<Row>;

/** The value of a row, as the service uses it. */
export type ValueOf<Row> =
  | (Row extends { parse: (option: never) => infer Value } ? Value : OptionOf<Row>)
  | Unset<Row>;

type Unset<Row> = Row extends { fallback: string | number } ? never : undefined;

/** Returns the option for the text of a variable. An empty variable counts as not set. */
export function readOption(row: Setting, text: string | undefined): unknown {
  const { variable, read = String, fallback } = row;
  const given = text || fallback;
  return given === undefined ? undefined : read(String(given), variable);
}

/** Returns the value of an option that may be left out. */
export function parseOption(row: Setting, option: unknown): unknown {
  const given = option ?? readOption(row, undefined);
  return given === undefined || !row.parse ? given : row.parse(given as never);
}

/** Returns the default of a setting as Markdown: words as code, and numbers as they are. */
export function toDefault({ fallback, shown }: Setting): string {
  return shown ?? (typeof fallback === 'number' ? `${fallback}` : `\`${fallback}\``);
}
