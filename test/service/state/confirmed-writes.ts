import { createHash } from 'node:crypto';
import { demoDashboards } from 'embedded-dashboard-service';
import { expect } from 'vitest';
import { SETTINGS } from '../../support/test-database.ts';

const { apiKey } = SETTINGS;
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

/** A session in the database: the hash of its token, and whether it is not signed out. */
interface StoredSession {
  hash: string;
  session: string;
  is_open: boolean;
}

/** The tokens and logouts that a service has confirmed, to compare them with its database. */
export class ConfirmedWrites {
  /** The hashes of the tokens, by session. */
  readonly #tokens = new Map<string, string>();
  readonly #loggedOut = new Set<string>();

  /** Waits for so many more tokens. */
  async untilMoreTokens(count: number): Promise<void> {
    const enough = this.#tokens.size + count;
    await expect.poll(() => this.#tokens.size).toBeGreaterThanOrEqual(enough);
  }

  get logoutCount(): number {
    return this.#loggedOut.size;
  }

  /** Gets tokens, and signs out every second session, until `isOver`. A call whose connection breaks is not confirmed. */
  async write(url: string, writer: string, isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn += 1) {
      try {
        await this.#writeSession(url, `${writer}-${turn}`, turn % 2 === 1);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
  }

  async #writeSession(url: string, session: string, withLogout: boolean): Promise<void> {
    const token = await read(`${url}/Api/GetToken/${apiKey}/${session}/${guid}`);
    this.#tokens.set(session, createHash('sha256').update(token).digest('base64url'));
    if (!withLogout) return;
    await read(`${url}/Api/Logout/${apiKey}/${session}`);
    this.#loggedOut.add(session);
  }

  /** Returns the sessions whose confirmed token or logout the database lacks. `query` reads the database of the state. */
  async findLost(query: (sql: string) => Promise<unknown[]>) {
    const rows = await query(
      `SELECT token_hash AS hash, session_id AS session, invalidated_at IS NULL AS is_open
       FROM dashboard_service.tokens JOIN dashboard_service.connections ON id = connection_id`,
    );
    // A session has two tokens if a proxy repeats the call of a process that was killed after its write.
    const stored = new Map((rows as StoredSession[]).map((row) => [row.hash, row]));
    return {
      lost: [...this.#tokens].filter(([session, hash]) => stored.get(hash)?.session !== session),
      reopened: [...this.#loggedOut].filter(
        (session) => stored.get(this.#tokens.get(session)!)?.is_open,
      ),
    };
  }
}

/** Throws an error that is not a `TypeError` for a refusal. */
async function read(address: string): Promise<string> {
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return text;
}
