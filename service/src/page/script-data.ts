import { raw } from 'hono/html';
import type { Markup } from './page-shell.ts';

/** Returns JSON for a script element: it can neither close the element nor open a comment in it. */
export function toScriptData(data: object): Markup {
  return raw(JSON.stringify(data).replaceAll('<', '\\u003c'));
}
