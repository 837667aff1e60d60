import {
  type GivenParameters,
  isPlainObject,
  ParameterFault,
  parseParameters,
} from './dashboard-parameters.ts';

type Value = GivenParameters[string];

/** First choices in the filters of a dashboard, by name: a value, or a list of values. `null` means no choice. */
export type GivenFilters = Readonly<Record<string, Value | readonly Value[]>>;

/** The most values of one filter: more than a person sets. */
export const MOST_VALUES = 50;
/** The longest filters, in characters of percent-encoded text. They are part of an address. */
export const LONGEST_FILTERS = 2048;

/**
 * Returns first choices as a part of the display address: `filter.Region=North`. It is equal for equal choices, in any
 * order. The rules for names and values are those of parameters.
 * @throws {ParameterFault} for anything that breaks a rule.
 */
export function toFilterQuery(given: unknown): string {
  if (!isPlainObject(given)) throw new ParameterFault('object');
  const names: Record<string, string> = {};
  for (const name of Object.keys(given)) names[name] = '';
  const fields = Object.entries(given).flatMap(([name, value]) => {
    const values = [value].flat();
    if (values.length > MOST_VALUES) throw new ParameterFault('list', `.${name}`);
    return values.flatMap((each) => {
      const text = parseParameters({ ...names, [name]: each })[name];
      if (text === undefined) return [];
      // A form sends an empty field for no choice.
      return text ? `filter.${name}=${encodeURIComponent(text)}` : `filter-empty.${name}=1`;
    });
  });
  const query = fields.toSorted().join('&');
  if (query.length > LONGEST_FILTERS) throw new ParameterFault('query');
  return query;
}
