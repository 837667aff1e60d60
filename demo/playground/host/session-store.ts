import { createRandomText } from './random-text.ts';
import type { User } from './users.ts';

/** A browser's session. It has no user after a logout. */
export interface Session {
  /** The secret id, which only the browser's cookie has. */
  id: string;
  user: User | null;
}

/** The largest number of sessions. Every visitor without a cookie gets one, so the oldest ones are dropped. */
const MOST_SESSIONS = 10_000;

/** The sessions, in memory. They are lost when the server restarts. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();

  /** Starts a session, always with a new id: an id from before a sign-in must not work after it. */
  begin(user: User | null): Session {
    const session = { id: createRandomText(), user };
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
