/** The SELECTs with which `check-data` checks a server of an engine. Placeholders are `:Name`s. */
export interface DataProbes {
  /** SELECTs of one row. `data-check/value-checks.ts` has their values. */
  readonly values: Readonly<
    Record<
      | 'numbers'
      | 'bigIntegers'
      | 'decimals'
      | 'singles'
      | 'booleans'
      | 'bits'
      | 'binaries'
      | 'intervals'
      | 'json'
      | 'dates'
      | 'instants'
      | 'localTimes'
      | 'nulls',
      string
    >
  >;
  /** Returns the condition that a column is `:Value`, for values of any type. */
  toEqual(column: string): string;
  /** Selects the text `:Value` as `value`, and the number of its characters as `length`. */
  readonly text: string;
  /** Selects the texts of the list `:Value`, one row for each, as `value`. */
  readonly list: string;
  /** Selects more rows than any limit. */
  readonly endless: string;
  /** Selects a value of 2 MiB, and without end rows of 100 kB. */
  readonly large: readonly string[];
  /** A SELECT that runs for two minutes, and an SQL expression that is true while it runs. `id` is a positive integer. */
  toSlow(id: number): { select: string; isRunning: string };
  /** Statements other than one SELECT. All must be refused. If a server runs them, they change no data. */
  readonly statements: readonly string[];
  /** A SELECT that writes, and one that has a row if the write has been kept. `id` is a positive integer. */
  toWrite(id: number): { select: string; trace: string };
  /** Selects, as `fault`, what the login may do besides reading. */
  readonly rights: string;
  /** SELECTs of files of the server. */
  readonly files: readonly string[];
  /** SELECTs that make connections. */
  readonly network: readonly string[];
  /** Returns whether an error says that the login has no right, or that the server has no such function. */
  isRefusal(code: string): boolean;
}
