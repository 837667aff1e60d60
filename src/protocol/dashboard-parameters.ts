/** The reader's choice on the page: texts by name, without a prototype. */
export type DashboardParameters = Readonly<Record<string, string>>;

/** Values for a dashboard, by name. `null` and `undefined` mean no choice. */
export type GivenParameters = Readonly<
  Record<string, string | number | boolean | null | undefined>
>;

const MOST = 16;
const LONGEST_VALUE = 256;
/** The largest size, in bytes of JSON. */
const LARGEST = 4096;
const NAME = /^(?!__)[a-z_]\w{0,63}$/i;
/** Separators of the service's `SQLparameters`, also in the form that a server decodes if it decodes once too often. */
const SEPARATOR = /[;=]|%3[bd]/i;

/**
 * Returns the parameters that are set, as texts. The element and the host share these rules.
 * @throws {TypeError} for anything that breaks a rule. The message has the parameter's name, never its value.
 */
export function parseParameters(given: unknown): DashboardParameters {
  if (!isPlainObject(given))
    throw new TypeError('parameters must be an object of names and values.');
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  if (set.length > MOST) throw new TypeError(`parameters may have ${MOST} names at most.`);
  const fault = findNameFault(set.map(([name]) => name)) ?? findFirstFault(set);
  if (fault) throw new TypeError(`parameters${fault}.`);
  const parsed: Record<string, string> = Object.create(null) as object as Record<string, string>;
  for (const [name, value] of set) parsed[name] = String(value);
  if (new TextEncoder().encode(JSON.stringify(parsed)).length > LARGEST) {
    throw new TypeError(`parameters may have ${LARGEST} bytes of JSON at most.`);
  }
  return parsed;
}

/** Returns a key that is equal for equal parameters, in any order. */
export function toChoice(parameters: DashboardParameters): string {
  return JSON.stringify(parameters, Object.keys(parameters).toSorted());
}

/** The {@link toChoice} key of no parameters. */
export const NO_CHOICE = toChoice({});

/** Parses a JSON text. Returns any other text unchanged, so that {@link parseParameters} refuses it. */
export function parseJson(text: string | null): GivenParameters | null {
  try {
    return JSON.parse(text ?? 'null') as GivenParameters | null;
  } catch {
    return text as unknown as GivenParameters;
  }
}

/** Whether a value is an object of names and values, of any realm. A Map or a list is not one. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || !value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return !prototype || Object.getPrototypeOf(prototype) === null;
}

/** The rule that these names break; `null` if there is none. */
export function findNameFault(names: readonly string[]): string | null {
  if (!names.every((name) => NAME.test(name))) {
    return ' must have names of letters, digits and _, 64 at most, beginning with a letter';
  }
  const isDistinct = new Set(names.map((name) => name.toLowerCase())).size === names.length;
  return isDistinct ? null : ' must have names that differ in more than their case';
}

/** The rule that a value breaks; `null` for a valid one. */
export function findValueFault(value: unknown): string | null {
  if (typeof value === 'boolean' || Number.isFinite(value)) return null;
  if (typeof value !== 'string') return 'must be a string, a finite number or a boolean';
  if (value.length > LONGEST_VALUE) return `must have ${LONGEST_VALUE} characters at most`;
  // Check the normalized text, too: a service that maps full-width characters to ASCII would find separators.
  if ([value, value.normalize('NFKC')].some((text) => SEPARATOR.test(text))) {
    return 'must be without ; and =, in any spelling';
  }
  return /\p{Cc}/u.test(value) ? 'must be without control characters' : null;
}

function findFirstFault(entries: readonly [string, unknown][]): string | null {
  for (const [name, value] of entries) {
    const fault = findValueFault(value);
    if (fault) return `.${name} ${fault}`;
  }
  return null;
}
