import { withoutSemicolon } from './named-parameters.ts';

/** Returns a SELECT as the source of another one. */
export function toSource(sql: string): string {
  // Without the line end, a comment at the end of the SELECT would hide the parenthesis.
  return `(${withoutSemicolon(sql)}\n) AS "rows"`;
}
