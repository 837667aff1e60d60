import type { BoundValues } from '../database/bound-values.ts';
import type { DataAddress, DataPool } from '../database/data-engine.ts';
import type { DataProbes } from '../database/data-probes.ts';
import { DatabaseError, type ReadOptions, type RowSet } from '../database/database.ts';

/** The time limit of a query, in milliseconds. A busy server needs longer than usual, and is not faulty. */
export const LIMIT_MS = 60_000;
const CONNECTIONS = 2;

/** A check of a server of data. */
export interface DataCheck {
  name: string;
  /** The consequence for dashboards, if the check holds. */
  meaning: string;
  /** Returns a sentence about the fault; `null` if the check holds. A thrown {@link DatabaseError} is a fault, too. */
  findFault: (server: CheckedServer) => Promise<string | null>;
}

/** The server that is checked, with a pool that all checks use. */
export class CheckedServer {
  readonly probes: DataProbes;
  readonly address: DataAddress;
  /** Opens another login with a wrong password. */
  readonly stranger: DataAddress | null;
  /** The password of the login, and the wrong one. */
  readonly secrets: readonly string[];
  /** The texts of all errors until now. */
  readonly errorTexts: string[] = [];
  readonly #pool: DataPool;

  constructor({ address, probes, stranger, secrets }: CheckedServerParts) {
    this.address = address;
    this.probes = probes;
    this.stranger = stranger;
    this.secrets = secrets;
    this.#pool = address.open({ connections: CONNECTIONS, limitMs: LIMIT_MS });
  }

  /** Runs a SELECT with values, as a dashboard does. Throws {@link DatabaseError}. */
  async read(
    sql: string,
    { values = {}, pool = this.#pool, ...options }: CheckedRead = {},
  ): Promise<RowSet & { sql: string }> {
    const bound = this.address.dialect.bind(sql, values);
    try {
      const rows = await pool.read(bound.sql, bound.values, options);
      return { ...rows, sql: bound.sql };
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const { hint = '', offset } = error.details;
      this.errorTexts.push(error.message, hint);
      const place = offset === undefined ? {} : { offset: bound.toNamedOffset(offset) };
      throw new DatabaseError(error.code, error.message, { ...error.details, ...place });
    }
  }

  /** Returns the error of a SELECT; `null` if it works. */
  async findError(sql: string, options?: CheckedRead): Promise<DatabaseError | null> {
    try {
      await this.read(sql, options);
      return null;
    } catch (error) {
      if (error instanceof DatabaseError) return error;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** The parts of a {@link CheckedServer}. */
export type CheckedServerParts = Pick<CheckedServer, 'address' | 'probes' | 'stranger' | 'secrets'>;

/** The values and the limits of a SELECT, and another pool than that of all checks. */
export interface CheckedRead extends ReadOptions {
  values?: BoundValues;
  pool?: DataPool;
}

/** Returns a sentence about an error. It has no text of the server. */
export function toErrorFault(error: DatabaseError | null): string {
  return error ? `The query fails with the error ${error.code}.` : 'The query works.';
}
