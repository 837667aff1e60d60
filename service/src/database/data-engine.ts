import type { DataSource } from './database.ts';
import type { Server } from './server.ts';

/** The limits of the queries of one address. */
export interface DataLimits {
  /** The largest number of connections, each of which runs one query at a time. */
  connections: number;
  /** The time limit of a query, in milliseconds. */
  limitMs: number;
}

/** The connections to a database. They are made when queries need them. */
export interface DataPool extends DataSource {
  /** Whether a query runs or waits. */
  readonly isBusy: boolean;
  /** Closes all connections, and rejects the waiting queries. */
  close(): Promise<void>;
}

/** The address and the login of a database. */
export interface DataAddress extends Pick<DataSource, 'dialect'> {
  /** A text that equal addresses with equal logins have in common. */
  key: string;
  /** Whether each company has connections of its own. Default: `false`, because a login is the border. */
  isPrivate?: boolean;
  open(limits: DataLimits): DataPool;
}

/** The servers and files that a connection string may name. */
export interface Allows {
  server(server: Server, defaultPort: number): boolean;
  /** Returns the real path of a file or folder; `null` if it is not allowed. A missing file is in its folder. */
  file(path: string): string | null;
}

/**
 * An engine of data. Parses its connection strings. Returns `null` for the strings of other engines, for malformed ones,
 * and for servers and files that are not allowed.
 */
export type DataEngine = (connectionString: string, allows: Allows) => DataAddress | null;
