import { randomUUID } from 'node:crypto';
import type { Clock } from '../../command/src/doctor/clock.ts';
import { GUID } from '../support/dashboard-calls.ts';

export const API_KEY = 'key-with-a-SECRET';

interface Token {
  sessionId: string;
  endsAt: number;
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors *",
};

/**
 * The smallest service that passes all checks: it has one dashboard, and opens no database. `test/service/api/tokens.test.ts`
 * checks the dashboard service of the repository.
 */
export class PlainService {
  /** The lifetime of new tokens. */
  tokenLifetimeSeconds = 7200;
  readonly #clock: Clock;
  readonly #tokens = new Map<string, Token>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [first, second, ...rest] = pathname.slice(1).split('/');
    if (first === 'Tdb') return this.#show(second!);
    const [apiKey, sessionId, guid] = rest;
    if (second === 'logout') return this.#logOut(apiKey!, sessionId!);
    if (second !== 'GetToken') return refuse(404, 'not-found');
    const isText = request.headers.get('Content-Type') === 'text/plain';
    if (isText && (await request.text()) !== '') return refuse(400, 'connection-not-allowed');
    return this.#grant(
      apiKey ?? searchParams.get('apiKey'),
      sessionId ?? searchParams.get('sessionID'),
      guid ?? searchParams.get('dashboardGuid'),
    );
  };

  #grant(apiKey: string | null, sessionId: string | null, guid: string | null): Response {
    if (apiKey !== API_KEY) return refuse(401, 'unauthorized');
    if (guid !== GUID || sessionId === null) return refuse(404, 'not-found');
    const token = `${randomUUID()}${randomUUID()}`;
    const endsAt = this.#clock.now() + 1000 * this.tokenLifetimeSeconds;
    this.#tokens.set(token, { sessionId, endsAt });
    const grant = { token, expiresIn: this.tokenLifetimeSeconds };
    return Response.json(grant, { headers: HEADERS });
  }

  #show(token: string): Response {
    const { endsAt = 0 } = this.#tokens.get(token) ?? {};
    const isValid = this.#clock.now() < endsAt;
    const headers = { ...HEADERS, 'Content-Type': 'text/html; charset=UTF-8' };
    const [status, text] = isValid ? [200, 'Sales'] : [401, 'This dashboard is not available.'];
    return new Response(`<!doctype html><h1>${text}</h1>`, { status, headers });
  }

  #logOut(apiKey: string, sessionId: string): Response {
    if (apiKey !== API_KEY) return refuse(401, 'unauthorized');
    for (const [token, { sessionId: id }] of this.#tokens) {
      if (id === sessionId) this.#tokens.delete(token);
    }
    return new Response(null, { status: 204, headers: HEADERS });
  }
}

function refuse(status: number, code: string): Response {
  return Response.json({ error: { code } }, { status, headers: HEADERS });
}
