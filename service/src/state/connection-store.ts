import type { Database, Row } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { type Note, UNNOTED } from './audit-note.ts';

/** The sealed text of a connection without a string, as an import without secrets makes it. Nothing unseals it. */
export const NO_STRING = '';

/** A data connection in a list. */
export interface ConnectionSummary {
  name: string;
  /** Whether its connection string is missing, or was sealed with a secret that is lost. */
  lacksString: boolean;
}

/** The data connections of the companies: names that their datasets use, and sealed connection strings. */
export class ConnectionStore {
  readonly #state: Database;
  readonly #box: SecretBox;

  constructor(state: Database, box: SecretBox) {
    this.#state = state;
    this.#box = box;
  }

  /** Returns the sorted names of a company's connections. */
  async names(companyId: number): Promise<string[]> {
    const rows = await this.#state.query(
      'SELECT name FROM data_connections WHERE company_id = $1 ORDER BY lower(name), name',
      [companyId],
    );
    return rows.map(({ name }) => String(name));
  }

  /** Returns a company's connections, sorted by name. */
  async list(companyId: number): Promise<ConnectionSummary[]> {
    const [names, strings] = await Promise.all([this.names(companyId), this.find(companyId)]);
    return names.map((name) => ({ name, lacksString: !strings.has(name) }));
  }

  /** Returns a company's connection strings by name. Omits those that are missing, or were sealed with another secret. */
  async find(companyId: number): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#state.query(
      'SELECT name, connection_string_sealed AS sealed FROM data_connections WHERE company_id = $1',
      [companyId],
    );
    return new Map(
      rows.flatMap(({ name, sealed }): [string, string][] => {
        const connectionString = this.#box.unseal(String(sealed));
        return connectionString === null ? [] : [[String(name), connectionString]];
      }),
    );
  }

  /** Creates a connection, or replaces the one with the same name. Returns the replaced string, if there is one. */
  async save(
    companyId: number,
    name: string,
    connectionString: string,
    note: Note = UNNOTED,
  ): Promise<string | null> {
    const rows = await note.run(this.#state, {
      ctes: `former AS (
         SELECT connection_string_sealed FROM data_connections WHERE company_id = $1 AND name = $2
       )`,
      sql: `
       INSERT INTO data_connections (company_id, name, connection_string_sealed) VALUES ($1, $2, $3)
       ON CONFLICT (company_id, name)
       DO UPDATE SET connection_string_sealed = excluded.connection_string_sealed
       RETURNING (SELECT connection_string_sealed FROM former) AS sealed`,
      values: [companyId, name, this.#box.seal(connectionString)],
    });
    return this.#toFormer(rows);
  }

  /** Removes a connection. Returns its string, if there was one. */
  async remove(companyId: number, name: string, note: Note = UNNOTED): Promise<string | null> {
    const sql = `
      DELETE FROM data_connections WHERE company_id = $1 AND name = $2
      RETURNING connection_string_sealed AS sealed`;
    return this.#toFormer(await note.run(this.#state, { sql, values: [companyId, name] }));
  }

  #toFormer([row]: readonly Row[]): string | null {
    return typeof row?.sealed === 'string' ? this.#box.unseal(row.sealed) : null;
  }
}
