/** Display options in the dashboard service's own form. Options that are null or missing are left out. */
export interface DisplayOptions {
  /** The one theme that the service knows besides its default. */
  theme?: 'dark' | null;
  /** Title color: a CSS named color in lower case, or `$` and hexadecimal digits. */
  color?: string | null;
  /** Page background, in the same form. */
  backgroundColor?: string | null;
}

/** Display options as a page or a caller gives them: any theme, and colors in any form. */
export type GivenDisplayOptions = { [Name in keyof DisplayOptions]: string | null };

type Property = keyof DisplayOptions;

/** A display option: its property, and its name in addresses and in HTML. */
interface DisplayParameter {
  readonly property: Property;
  readonly name: string;
  /** The values that the service knows; without it, the value is a color. */
  readonly pattern?: RegExp;
}

/** All display options, in the order of the display address. */
export const DISPLAY_PARAMETERS: readonly DisplayParameter[] = [
  { property: 'theme', name: 'theme', pattern: /^dark$/ },
  { property: 'color', name: 'color' },
  { property: 'backgroundColor', name: 'background-color' },
];

/**
 * Returns the display options with their values in the service's form. `read` returns the given value of an option.
 * `toColor` converts a color, or returns `null` for any other value; `name` is the option's name in HTML.
 */
export function toDisplayOptions(
  read: (property: Property) => string | null | undefined,
  toColor: (value: string | null | undefined, name: string) => string | null,
): DisplayOptions {
  return toRecord(({ property, name, pattern }) => {
    const value = read(property);
    if (!pattern) return toColor(value, name);
    return typeof value === 'string' && pattern.test(value) ? value : null;
  }) as DisplayOptions;
}

/** Returns the value of each display option by its property. */
export function toRecord<Value>(
  toValue: (parameter: DisplayParameter) => Value,
): Record<Property, Value> {
  const entries = DISPLAY_PARAMETERS.map((parameter) => [parameter.property, toValue(parameter)]);
  return Object.fromEntries(entries) as Record<Property, Value>;
}
