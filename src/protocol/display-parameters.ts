/** Display options as a page or a caller gives them. */
export interface GivenDisplayOptions {
  /** `dark`; any other theme is the service's default. */
  theme?: string | null;
  /** The color of the title, in any form. */
  color?: string | null;
  /** The background of the page, in any form. */
  backgroundColor?: string | null;
}

type Property = keyof GivenDisplayOptions;

/** A display option: its property, and its name in addresses and in HTML. */
interface DisplayParameter {
  readonly property: Property;
  readonly name: string;
  /** The only value that the service knows; without it, the value is a color. */
  readonly only?: string;
}

/** All display options, in the order of the display address. */
export const DISPLAY_PARAMETERS: readonly DisplayParameter[] = [
  { property: 'theme', name: 'theme', only: 'dark' },
  { property: 'color', name: 'color' },
  { property: 'backgroundColor', name: 'background-color' },
];

/**
 * Returns the display options as a query, with their values in the service's form. `read` returns the given value of
 * an option. `toColor` converts a color to a CSS named color in lower case, or `$` and hexadecimal digits, and returns
 * `null` for any other value; `name` is the option's name in HTML. Other values are left out. `filters`: the first choices
 * as a query.
 */
export function toDisplayQuery(
  read: (property: Property) => string | null | undefined,
  toColor: (value: string | null | undefined, name: string) => string | null,
  filters = '',
): string {
  const set = DISPLAY_PARAMETERS.map(({ property, name, only }) => {
    const given = read(property);
    const value = only ? only === given && only : toColor(given, name);
    return value && `${name}=${value}`;
  });
  return [...set, filters].filter(Boolean).join('&');
}

/** Returns the value of each display option by its property. */
export function toRecord<Value>(
  toValue: (parameter: DisplayParameter) => Value,
): Record<Property, Value> {
  const entries = DISPLAY_PARAMETERS.map((parameter) => [parameter.property, toValue(parameter)]);
  return Object.fromEntries(entries) as Record<Property, Value>;
}
