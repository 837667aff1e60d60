/** The reader's choice on the page: texts by name, without a prototype. */
export type DashboardParameters = Readonly<Record<string, string>>;

/** Values for a dashboard, by name. `null` and `undefined` mean no choice. */
export type GivenParameters = Readonly<
  Record<string, string | number | boolean | null | undefined>
>;

/** The largest number of parameters. */
export const MOST = 16;
/** The longest value, in characters. */
export const LONGEST_VALUE = 256;
/** The largest size, in bytes of JSON. */
export const LARGEST = 4096;
const NAME = /^(?!__)[a-z_]\w{0,63}$/i;
/**
 * Separators of the service's `SQLparameters`, also in the form that a server decodes if it decodes once too often; control
 * characters; and lone surrogates, which no address can have.
 */
const REFUSED = /[;=\p{Cc}\p{Cs}]|%3[bd]/iu;

/** A broken rule: each has its sentence in `parameter-rules.ts`. */
export type ParameterRule =
  | 'object'
  | 'count'
  | 'name'
  | 'case'
  | 'type'
  | 'length'
  | 'characters'
  | 'size'
  | 'list'
  | 'query';

/**
 * Parameters or filters that break a rule. The message is the place of the one at fault, such as `.Region`, or empty. It
 * never has a value.
 */
export class ParameterFault extends TypeError {
  readonly rule: ParameterRule;

  constructor(rule: ParameterRule, place = '') {
    super(place);
    this.rule = rule;
  }
}

/**
 * Returns the parameters that are set, as texts. The element and the host share these rules.
 * @throws {ParameterFault} for anything that breaks a rule.
 */
export function parseParameters(given: unknown): DashboardParameters {
  if (!isPlainObject(given)) throw new ParameterFault('object');
  const parsed: Record<string, string> = Object.create(null) as object as Record<string, string>;
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  if (set.length > MOST) throw new ParameterFault('count');
  const names = new Set<string>();
  for (const [name, value] of set) {
    const rule = findValueFault(value) ?? findNameFault(name, names);
    if (rule)
      throw new ParameterFault(
        rule,
        NAME.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, 64))}]`,
      );
    parsed[name] = String(value);
  }
  if (new TextEncoder().encode(JSON.stringify(parsed)).length > LARGEST) {
    throw new ParameterFault('size');
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

/** The rule that a name breaks; `null` for a valid one, which joins the names before it. */
export function findNameFault(name: string, names: Set<string>): ParameterRule | null {
  if (!NAME.test(name)) return 'name';
  const { size } = names;
  return names.add(name.toLowerCase()).size > size ? null : 'case';
}

/** The rule that a value breaks; `null` for a valid one. */
export function findValueFault(value: unknown): ParameterRule | null {
  if (typeof value === 'boolean' || Number.isFinite(value)) return null;
  if (typeof value !== 'string') return 'type';
  if (value.length > LONGEST_VALUE) return 'length';
  // Check the normalized text, too: a service that maps full-width characters to ASCII would find separators.
  return REFUSED.test(value) || REFUSED.test(value.normalize('NFKC')) ? 'characters' : null;
}
