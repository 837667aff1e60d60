/** What the code of one dashboard is made for. Any strings are safe in it; the first two come as they are. */
export interface ApiCodeValues {
  /** The service's address, `{base_url}`, without a slash at its end. */
  baseUrl: string;
  apiKey: string;
  dashboardGuid: string;
}

/** One file of the code. */
export interface CodeBlock {
  /** The name that the file must have. */
  file: string;
  language: 'html' | 'js' | 'bash' | 'python' | 'php' | 'csharp' | 'java';
  /** Its text: printable ASCII and line feeds, so that no copy, editor or compiler can spoil it. */
  code: string;
}
