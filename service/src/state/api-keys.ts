import type { Database } from '../database/database.ts';
import { createSecret, hasFingerprint, type SecretBox } from '../secrets/secret-box.ts';
import { type Note, UNNOTED } from './audit-note.ts';
import { DAY_MS } from '../values/calendar.ts';
import { toDate, toInstant } from './instants.ts';

/** The time for which the previous key stays valid after a planned replacement, in milliseconds. */
const OVERLAP_MS = DAY_MS;

/** The reason of a replacement: the previous key stays valid for a day, or it ends at once with all its sessions. */
export type KeyReason = 'planned' | 'leaked';

/** A previous key that is still valid, and the last use of both keys, to the minute. */
export interface PreviousKey {
  validUntil: Date;
  /** `null` if the key was not used since the replacement. */
  usedAt: Date | null;
  currentUsedAt: Date | null;
}

/** The API keys of the companies. They are stored sealed and looked up by their fingerprints. */
export class ApiKeys {
  readonly #state: Database;
  readonly #box: SecretBox;
  readonly #now: () => number;

  constructor(state: Database, box: SecretBox, now: () => number) {
    this.#state = state;
    this.#box = box;
    this.#now = now;
  }

  /**
   * Returns the id of the company that a key belongs to; `null` for an invalid key. Compares the fingerprint in constant
   * time.
   */
  async find(apiKey: string): Promise<number | null> {
    const fingerprints = this.#box.fingerprints(apiKey);
    const [row] = await this.#state.query(
      `WITH ${companyOfKey('$1', '$2')} SELECT id, key_hash FROM company`,
      [fingerprints, toInstant(this.#now())],
    );
    return row && hasFingerprint(fingerprints, row.key_hash) ? Number(row.id) : null;
  }

  /** Returns a company's key; `null` if it has no key, or its key was sealed with another secret. */
  async reveal(companyId: number): Promise<string | null> {
    const [row] = await this.#state.query('SELECT api_key_sealed FROM companies WHERE id = $1', [
      companyId,
    ]);
    return typeof row?.api_key_sealed === 'string' ? this.#box.unseal(row.api_key_sealed) : null;
  }

  /** Gives a company a new key. Ends the key before the previous one. */
  async replace(companyId: number, reason: KeyReason, note: Note = UNNOTED): Promise<void> {
    const apiKey = createSecret();
    const values = [companyId, this.#box.fingerprint(apiKey), this.#box.seal(apiKey)];
    await note.run(
      this.#state,
      reason === 'planned'
        ? { sql: PLANNED, values: [...values, toInstant(this.#now() + OVERLAP_MS)] }
        : { ...LEAKED, values: [...values, toInstant(this.#now())] },
    );
  }

  /** Returns the previous key of a company; `null` if it has none that is valid. */
  async findPrevious(companyId: number): Promise<PreviousKey | null> {
    const [row] = await this.#state.query(
      `SELECT previous_key_until, previous_key_used_at, key_used_at FROM companies
       WHERE id = $1 AND previous_key_until > $2::timestamptz`,
      [companyId, toInstant(this.#now())],
    );
    if (!row) return null;
    return {
      validUntil: new Date(String(row.previous_key_until)),
      usedAt: toDate(row.previous_key_used_at),
      currentUsedAt: toDate(row.key_used_at),
    };
  }

  /** Ends the previous key of a company now. Its tokens stay valid. */
  async endPrevious(companyId: number, note: Note = UNNOTED): Promise<void> {
    const sql = `
      UPDATE companies SET previous_key_hash = NULL, previous_key_until = NULL
      WHERE id = $1 AND previous_key_hash IS NOT NULL RETURNING id`;
    await note.run(this.#state, { sql, values: [companyId] });
  }
}

/**
 * Returns the CTE `company` of a key's fingerprints: the id and the fingerprint that was found. While two keys are valid,
 * also notes the use of the key, at most once a minute.
 */
export function companyOfKey(fingerprints: string, now: string): string {
  const isOne = `= ANY(${fingerprints}::text[])`;
  const isCurrent = `api_key_hash ${isOne}`;
  const usedAt = `CASE WHEN ${isCurrent} THEN key_used_at ELSE previous_key_used_at END`;
  return `
    company AS (
      SELECT id, CASE WHEN ${isCurrent} THEN api_key_hash ELSE previous_key_hash END AS key_hash
      FROM companies WHERE ${isCurrent}
        OR previous_key_hash ${isOne} AND previous_key_until > ${now}::timestamptz
    ), noted AS (
      UPDATE companies SET
        key_used_at = CASE WHEN ${isCurrent} THEN ${now}::timestamptz ELSE key_used_at END,
        previous_key_used_at = CASE WHEN ${isCurrent} THEN previous_key_used_at
          ELSE ${now}::timestamptz END
      WHERE id IN (
        SELECT id FROM companies WHERE id = (SELECT id FROM company)
          AND previous_key_until > ${now}::timestamptz
          AND coalesce(${usedAt}, '-infinity') < ${now}::timestamptz - interval '1 minute'
        FOR NO KEY UPDATE SKIP LOCKED)
    )`;
}

const PLANNED = `
  UPDATE companies SET api_key_hash = $2, api_key_sealed = $3, key_used_at = NULL,
    previous_key_hash = api_key_hash, previous_key_used_at = NULL,
    previous_key_until = CASE WHEN api_key_hash IS NOT NULL THEN $4::timestamptz END
  WHERE id = $1 RETURNING id`;

/** A token that is issued at the same moment has the former `sharing`, with which it opens nothing. */
const LEAKED = {
  ctes: `
    shared AS (
      UPDATE dashboards SET sharing = sharing + 1 WHERE company_id = $1
    ), ended AS (
      UPDATE tokens SET invalidated_at = $4::timestamptz, connection_string_sealed = NULL
      FROM connections
      WHERE connections.id = connection_id AND company_id = $1 AND invalidated_at IS NULL
    )`,
  sql: `
    UPDATE companies SET api_key_hash = $2, api_key_sealed = $3, previous_key_hash = NULL,
      previous_key_until = NULL
    WHERE id = $1 RETURNING id`,
};
