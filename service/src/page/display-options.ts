import { parsePageColor, type PageColor } from './page-color.ts';

/** The display options of a display address. */
export interface DisplayOptions {
  dark: boolean;
  /** The color of the title. */
  color: PageColor | null;
  backgroundColor: PageColor | null;
}

/** Fields of a query. */
export type QueryFields = readonly (readonly [name: string, value: string])[];

/** Parses the display options. Their names are case-insensitive; invalid values are ignored. */
export function parseDisplayOptions(query: URLSearchParams): DisplayOptions {
  const values = readFirst(query);
  return {
    dark: values.get('theme') === 'dark',
    color: parsePageColor(values.get('color')),
    backgroundColor: parsePageColor(values.get('background-color')),
  };
}

/** Returns the display options of a query that are valid, as they are in it. */
export function toDisplayQuery(query: URLSearchParams): QueryFields {
  const { dark, color, backgroundColor } = parseDisplayOptions(query);
  const found = { theme: dark, color, 'background-color': backgroundColor };
  const values = readFirst(query);
  return Object.entries(found).flatMap(([name, value]) =>
    value ? [[name, values.get(name)!] as const] : [],
  );
}

/** Returns the first value of each name, in lower case. */
function readFirst(query: URLSearchParams): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
  }
  return values;
}
