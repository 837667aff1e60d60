import type { Dashboard, DashboardDefinition } from '../dashboard/definition.ts';
import { findFilled, findMissing } from '../dashboard/required-parameters.ts';
import type { SqlParameters } from '../dashboard/run-dashboard.ts';
import type { Database, QueryOwner } from '../database/database.ts';
import { companyOfKey } from './api-keys.ts';
import { toInstant } from './instants.ts';
import { SettingError } from '../process/setting-error.ts';
import { createSecret, hasFingerprint, hashSecret, type SecretBox } from '../secrets/secret-box.ts';

/** The default and largest lifetime of a token, in seconds. A shorter one helps to try expiry. */
export const TOKEN_LIFETIME_SECONDS = 7200;

/** Returns a lifetime in seconds. Throws {@link SettingError} for anything but a number from 1 to 7200. */
export function parseTokenLifetime(seconds: number): number {
  if (seconds >= 1 && seconds <= TOKEN_LIFETIME_SECONDS) return seconds;
  throw new SettingError(`tokenLifetimeSeconds must be from 1 to ${TOKEN_LIFETIME_SECONDS}.`);
}

/** The data that GetToken binds a token to. */
export interface TokenRequest {
  apiKey: string;
  sessionId: string;
  dashboardGuid: string;
  sqlParameters: SqlParameters;
  /** The database that replaces the configured data connection; `null` for the configured one. */
  connectionString: string | null;
  /** Stored for statistics only, like `organization` and `customInfo`. */
  user: string | null;
  organization: string | null;
  customInfo: string | null;
}

/** A new token and its lifetime in seconds. */
export interface IssuedToken {
  token: string;
  expiresIn: number;
}

/** The reason for a refusal: the key is invalid, or its company has no such dashboard that is accessible in API. */
export type TokenRefusal = 'unauthorized' | 'not-found';

/** A refusal because required parameters have no value. */
export interface MissingParameters {
  /** Their names, as the dashboard spells them. */
  missing: readonly string[];
}

/** The reason why a token opens nothing. The store forgets expired tokens, so an unknown one counts as expired. */
export type TokenClosure = 'expired' | 'signed-out' | 'forbidden';

/** The dashboard and the data that a live token opens. */
export interface OpenedToken {
  connectionId: string;
  owner: QueryOwner;
  dashboard: Dashboard;
  /** The published version of the dashboard. */
  version: number;
  sqlParameters: SqlParameters;
  connectionString: string | null;
}

/**
 * The tokens that open dashboards. A token is valid until it expires or Logout invalidates it. The store keeps only
 * the hash of a token. It keeps the sealed connection string as long as the token is valid.
 */
export class TokenStore {
  readonly #state: Database;
  readonly #box: SecretBox;
  readonly #lifetimeSeconds: () => number;
  readonly #now: () => number;

  /** `lifetimeSeconds` is called for each new token. */
  constructor(state: Database, box: SecretBox, lifetimeSeconds: () => number, now: () => number) {
    this.#state = state;
    this.#box = box;
    this.#lifetimeSeconds = lifetimeSeconds;
    this.#now = now;
  }

  /** Issues a token of 256 random bits in base64url, in one SQL statement. Earlier tokens stay valid. */
  async issue(request: TokenRequest): Promise<IssuedToken | TokenRefusal | MissingParameters> {
    const token = createSecret();
    const now = this.#now();
    const expiresIn = this.#lifetimeSeconds();
    const fingerprints = this.#box.fingerprints(request.apiKey);
    const [company] = await this.#state.query(ISSUE, [
      fingerprints,
      request.dashboardGuid,
      request.sessionId,
      request.user,
      request.organization,
      request.customInfo,
      toInstant(now),
      hashSecret(token),
      JSON.stringify(request.sqlParameters),
      toInstant(now + expiresIn * 1000),
      request.connectionString && this.#box.seal(request.connectionString),
      JSON.stringify(findFilled(request.sqlParameters)),
    ]);
    if (!company || !hasFingerprint(fingerprints, company.key_hash)) return 'unauthorized';
    if (typeof company.missing === 'string') {
      return { missing: JSON.parse(company.missing) as string[] };
    }
    return company.is_issued === true ? { token, expiresIn } : 'not-found';
  }

  /**
   * Returns the content that a token opens, or the reason why it opens nothing: it is unknown or expired, its session
   * was ended, or its dashboard was made inaccessible since. A token without a parameter that is required since counts as
   * expired.
   */
  async open(token: string): Promise<OpenedToken | TokenClosure> {
    const [row] = await this.#state.query(
      `SELECT connection_id, dashboards.company_id, session_id, guid::text, title, definition::text,
         dashboards.version, sql_parameters::text, connection_string_sealed,
         dashboards.sharing = tokens.sharing AS is_shared, invalidated_at IS NOT NULL AS is_ended
       FROM tokens JOIN connections ON connections.id = connection_id
       JOIN dashboards ON guid = dashboard_guid AND dashboards.company_id = connections.company_id
       WHERE token_hash = $1 AND expires_at > $2::timestamptz`,
      [hashSecret(token), toInstant(this.#now())],
    );
    if (!row) return 'expired';
    if (row.is_shared !== true) return 'forbidden';
    if (row.is_ended === true) return 'signed-out';
    const sealed = row.connection_string_sealed;
    const connectionString = typeof sealed === 'string' ? this.#box.unseal(sealed) : null;
    // The string was sealed with another secret. Never fall back to data that the token was not requested for.
    if (sealed && connectionString === null) return 'expired';
    const definition = JSON.parse(String(row.definition)) as DashboardDefinition;
    const sqlParameters = JSON.parse(String(row.sql_parameters)) as SqlParameters;
    // The token is older than the requirement.
    if (findMissing(definition, sqlParameters).length > 0) return 'expired';
    const guid = String(row.guid);
    return {
      connectionId: String(row.connection_id),
      owner: {
        companyId: Number(row.company_id),
        sessionId: String(row.session_id),
        dashboardGuid: guid,
      },
      version: Number(row.version),
      dashboard: { guid, title: String(row.title), accessible: true, definition },
      sqlParameters,
      connectionString,
    };
  }

  /** Returns the number of tokens that open a dashboard. */
  async countLive(): Promise<number> {
    const [row] = await this.#state.query(
      `SELECT count(*)::int AS live FROM tokens
       WHERE expires_at > $1::timestamptz AND invalidated_at IS NULL`,
      [toInstant(this.#now())],
    );
    return Number(row?.live);
  }

  /** Records for the statistics that a token loaded its dashboard. Its first load is an opening. */
  async noteLoad({ connectionId }: OpenedToken): Promise<void> {
    await this.#state.query(
      `WITH first AS (
         UPDATE tokens SET opened_at = $2::timestamptz
         WHERE connection_id = $1::bigint AND opened_at IS NULL RETURNING connection_id
       )
       INSERT INTO openings (connection_id, opened_at, is_further)
       VALUES ($1::bigint, $2::timestamptz, NOT EXISTS (SELECT FROM first))`,
      [connectionId, toInstant(this.#now())],
    );
  }

  /** Ends every token that the company's user got for this session. Returns their connection strings. */
  async invalidate(companyId: number, sessionId: string): Promise<ReadonlySet<string>> {
    const rows = await this.#state.query(
      `UPDATE tokens SET invalidated_at = $3::timestamptz, connection_string_sealed = NULL
       FROM tokens AS former
       WHERE former.token_hash = tokens.token_hash AND tokens.invalidated_at IS NULL
         AND tokens.connection_id IN
           (SELECT id FROM connections WHERE company_id = $1 AND session_id = $2)
       RETURNING former.connection_string_sealed AS sealed`,
      [companyId, sessionId, toInstant(this.#now())],
    );
    return new Set(
      rows.flatMap(({ sealed }) =>
        typeof sealed === 'string' ? (this.#box.unseal(sealed) ?? []) : [],
      ),
    );
  }

  /**
   * Removes expired tokens with their connection strings. Keeps the connections for the statistics. Tokens that were
   * issued before the clock was set back get an expiry within a token's lifetime.
   */
  async sweep(): Promise<void> {
    const now = this.#now();
    await this.#state.query(
      `WITH expired AS (DELETE FROM tokens WHERE expires_at <= $1::timestamptz)
       UPDATE tokens SET expires_at = $2::timestamptz WHERE expires_at > $2::timestamptz`,
      [toInstant(now), toInstant(now + TOKEN_LIFETIME_SECONDS * 1000)],
    );
  }
}

/**
 * Reads the required parameters in the same statement, so that none is published between the check and the token. The
 * collation keeps the lower case independent of the database's language.
 */
const ISSUE = `WITH ${companyOfKey('$1', '$7')}, shared AS (
    SELECT company_id, guid, sharing, definition->'requiredParameters' AS required
    FROM dashboards JOIN company ON company.id = company_id
    WHERE guid = $2::uuid AND accessible
  ), missing AS (
    SELECT name FROM shared, json_array_elements_text(required) AS name
    WHERE NOT $12::text::jsonb ? lower(name COLLATE "C")
  ), connection AS (
    INSERT INTO connections (company_id, dashboard_guid, session_id,
      user_name, organization, custom_info, connected_at)
    SELECT company_id, guid, $3, $4, $5, $6, $7::timestamptz FROM shared
    WHERE NOT EXISTS (SELECT FROM missing) RETURNING id
  ), issued AS (
    INSERT INTO tokens (token_hash, connection_id, sharing, sql_parameters, expires_at,
      connection_string_sealed)
    SELECT $8, id, sharing, $9::text::jsonb, $10::timestamptz, $11 FROM connection, shared
    RETURNING connection_id
  )
  SELECT key_hash, EXISTS (SELECT FROM issued) AS is_issued,
    (SELECT json_agg(name)::text FROM missing) AS missing FROM company`;
