import type { ApiErrorCode } from '../../api/api-error.ts';

/** The values in the code of one dashboard. Any strings are safe. The code contains the first two unchanged. */
export interface ApiCodeValues {
  /** The service's address, `{base_url}`, without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  dashboardGuid: string;
  /** The names of the parameters that the application must set. */
  requiredParameters: readonly string[];
}

/** One file of the code. */
export interface CodeBlock {
  /** The name that the file must have. */
  file: string;
  language: 'html' | 'js' | 'bash' | 'python' | 'php' | 'csharp' | 'java';
  /** The text of the file: printable ASCII and line feeds only, which survive any copy, editor and compiler. */
  code: string;
}

/** The code of GetToken's refusal. */
export const MISSING = 'missing-parameters' satisfies ApiErrorCode;

/** The places in a program for the comment on the parameters, and for the end of GetToken's path. */
const PLACES = { comment: '<COMMENT>', query: '<QUERY>' };

/**
 * Inserts the required parameters, with empty values, into a program. GetToken refuses empty values, so that a forgotten one
 * opens nothing. `append`: appends the text to the path in the language; by default, the path is one text.
 */
export function insertParameters(
  program: string,
  { requiredParameters }: ApiCodeValues,
  append = (query: string): string => query,
): string {
  const isOpen = requiredParameters.length === 0;
  const comment = isOpen
    ? `Append "?SQLparameters=Region%3DNorth" to set a parameter of the dashboard's SQL.`
    : `Insert the user's value after each "%3D", percent-encoded. Until then, GetToken answers 400: ${MISSING}.`;
  const query = `?SQLparameters=${requiredParameters.map((name) => `${name}%3D`).join('%3B')}`;
  return program
    .replace(PLACES.comment, () => comment)
    .replace(PLACES.query, () => (isOpen ? '' : append(query)));
}
