/** The values in the code of one dashboard. Any strings are safe. The code contains the first two unchanged. */
export interface ApiCodeValues {
  /** The service's address, `{base_url}`, without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  dashboardGuid: string;
}

/** One file of the code. */
export interface CodeBlock {
  /** The name that the file must have. */
  file: string;
  language: 'html' | 'js' | 'bash' | 'python' | 'php' | 'csharp' | 'java';
  /** The text of the file: printable ASCII and line feeds only, which survive any copy, editor and compiler. */
  code: string;
}
