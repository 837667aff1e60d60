import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createLoginPages } from '../../../service/src/admin/login.ts';
import type { Queries } from '../../../service/src/database/database.ts';
import { trustProxies } from '../../../service/src/process/trusted-proxies.ts';
import { KnownDevices } from '../../../service/src/secrets/known-devices.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { AuditStore } from '../../../service/src/state/audit-store.ts';
import { AdminSessionStore } from '../../../service/src/state/admin-session-store.ts';
import { PeopleStore } from '../../../service/src/state/people-store.ts';
import type { ServiceEvent } from '../../../service/src/telemetry/events.ts';
import { NO_ASSETS } from '../../charts/draw-plot.ts';
import { SECRET } from '../../support/test-database.ts';

/** The password of the settings. */
export const PASSWORD = 'correct horse battery';
export const WRONG = 'wrong password';
export const MINUTES = 60_000;

/** An attempt to sign in. */
export interface Attempt {
  /** Default: no field. */
  name?: string;
  Cookie?: string;
  /** The address of the browser, or of a proxy. */
  from?: string;
  /** The addresses that proxies have noted. */
  forwarded?: string;
  next?: string;
}

/** Returns the pages for login and logout, as an application without the others. */
function toLoginApp(parts: Parameters<typeof createLoginPages>[0]): Hono {
  const pages = new Hono();
  for (const [route, handler] of Object.entries(createLoginPages(parts))) {
    pages.on(...(route.split(' ') as [string, string]), handler);
  }
  return pages;
}

/** The sign-in of a service, with the clock and the addresses of a test. */
export class LoginApp {
  url = 'http://127.0.0.1:4600';
  now = Date.UTC(2026, 10, 21, 12);
  events: ServiceEvent[] = [];
  /** The errors of requests, which are answered with 503. */
  readonly errors: Error[] = [];
  readonly people: PeopleStore;
  readonly sessions: AdminSessionStore;
  readonly #app: Hono;

  constructor(state: Queries) {
    const now = (): number => this.now;
    this.people = new PeopleStore(state, now);
    this.sessions = new AdminSessionStore(state, ['binding'], now);
    const report = (event: ServiceEvent) => this.events.push(event);
    this.#app = toLoginApp({
      audit: new AuditStore(state, now, report),
      people: this.people,
      sessions: this.sessions,
      devices: new KnownDevices(new SecretBox(SECRET)),
      // The slow hash has its own test.
      password: { matches: async (given) => given === PASSWORD },
      assets: NO_ASSETS,
      url: () => this.url,
      findCaller: trustProxies(['10.9.0.0/16']),
      report,
    });
    this.#app.onError((error, context) => {
      this.errors.push(error);
      return context.text('', 503);
    });
  }

  async show(): Promise<string> {
    return (await this.#app.request('/login')).text();
  }

  async signOut(session: string): Promise<Response> {
    const headers = { Cookie: `back-office=${session}` };
    return this.#app.request('/logout', { method: 'POST', headers });
  }

  async signIn(
    password: string,
    { name, Cookie, from = '10.0.0.1', forwarded, next = '' }: Attempt = {},
  ): Promise<Response> {
    const connection = { incoming: { socket: { remoteAddress: from } } } as HttpBindings;
    return this.#app.request(
      `/login?next=${encodeURIComponent(next)}`,
      {
        method: 'POST',
        body: new URLSearchParams({ password, ...(name !== undefined && { name }) }),
        headers: {
          ...(Cookie && { Cookie }),
          ...(forwarded && { 'X-Forwarded-For': forwarded }),
        },
      },
      connection,
    );
  }
}
