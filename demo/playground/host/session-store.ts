import { randomBytes } from 'node:crypto';
import type { User } from './users.ts';

/** One browser's visit; without a user after a log-out. */
export interface Session {
  /** Known to that browser's cookie only. */
  id: string;
  user: User | null;
}

/** Any visitor without a cookie begins a session: the oldest ones make room. */
const MOST_SESSIONS = 10_000;

/** The sessions, in memory: a restart of the server forgets them all. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();

  /** Always under a new id, so that an id from before a sign-in is worth nothing after it. */
  begin(user: User | null): Session {
    const session = { id: randomBytes(32).toString('base64url'), user };
    this.#sessions.set(session.id, session);
    if (this.#sessions.size > MOST_SESSIONS) {
      const [oldest = ''] = this.#sessions.keys();
      this.#sessions.delete(oldest);
    }
    return session;
  }

  find(id: string | undefined): Session | null {
    return this.#sessions.get(id ?? '') ?? null;
  }

  end(id: string | undefined): void {
    this.#sessions.delete(id ?? '');
  }
}
