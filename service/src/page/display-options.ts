import { parsePageColor, type PageColor } from './page-color.ts';

/** The display options of a display address. */
export interface DisplayOptions {
  dark: boolean;
  /** The color of the title. */
  color: PageColor | null;
  backgroundColor: PageColor | null;
}

/** Parses the display options. Their names are case-insensitive; invalid values are ignored. */
export function parseDisplayOptions(query: URLSearchParams): DisplayOptions {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
  }
  return {
    dark: values.get('theme') === 'dark',
    color: parsePageColor(values.get('color')),
    backgroundColor: parsePageColor(values.get('background-color')),
  };
}
