/** The addresses that the files of an application hold. */
export interface WrittenAddresses {
  /** The base address of the dashboard service. */
  service?: string;
  /** The key of that service. */
  apiKey?: string;
  /** The address above `/token`. */
  host: string;
  page: string;
  /** The GUID of a dashboard. */
  dashboard: string;
  /** A sentence about a line that the developer has not written yet. */
  note?: string;
}
