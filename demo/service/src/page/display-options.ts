import { parseServiceColor, type ServiceColor } from './service-color.ts';

/** How a page is to look, as the display address asks for it. */
export interface DisplayOptions {
  dark: boolean;
  /** Colour of the title. */
  color: ServiceColor | null;
  backgroundColor: ServiceColor | null;
}

/** Reads the display options, names without regard to case. What does not fit the interface is left out. */
export function parseDisplayOptions(query: URLSearchParams): DisplayOptions {
  const values = new Map<string, string>();
  for (const [name, value] of query) {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
  }
  return {
    dark: values.get('theme') === 'dark',
    color: parseServiceColor(values.get('color')),
    backgroundColor: parseServiceColor(values.get('background-color')),
  };
}
