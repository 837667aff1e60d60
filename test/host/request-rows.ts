import { expect, vi } from 'vitest';
import { createDashboardHost, type DashboardHost } from 'embedded-dashboard/host';
import { GUID, OTHER_GUID, OWN_HEADERS } from '../support/dashboard-calls.ts';
import { answerWith, TOKEN, type UpstreamScript } from '../support/scripted-upstream.ts';
import { toHeaders } from '../support/to-rows.ts';

export const PARTNER = 'https://partner.example.org';
const STRANGER = 'https://stranger.example.org';

/** A dashboard for which the service answers with a status; 0 closes the connection. */
const failing = (status: number): string =>
  `6f1c5a0e-0000-4000-8000-000000000${String(status).padStart(3, '0')}`;
const STATUSES = [0, 204, 307, 404, 429, 500];
const asking = (dashboardGuid: string, more = {}) => JSON.stringify({ dashboardGuid, ...more });
const PREFLIGHT =
  'OPTIONS token | Content-Type: - | X-Embedded-Dashboard: - | Sec-Fetch-Site: cross-site | Access-Control-Request-Method: POST | Access-Control-Request-Headers: content-type,x-embedded-dashboard';

/** The bodies that a row names. */
const BODIES: Record<string, string> = {
  'that begins with a byte order mark': `\uFEFF${asking(GUID)}`,
  'of 9 KB': asking(GUID, { padding: 'x'.repeat(9_000) }),
  'of 9 KB of spaces': asking(GUID) + ' '.repeat(9_000),
  'of 200 KB': asking(GUID, { padding: 'x'.repeat(200_000) }),
  'of 2 MB': asking(GUID, { padding: 'x'.repeat(2_000_000) }),
  'of 4,000 nested lists': '['.repeat(4000) + ']'.repeat(4000),
};

/**
 * Requests, each with its answer. A row has the changes of a good request of the user Ann: other headers, `-` for none,
 * and another body. An answer has its status, the code of its error, and headers in addition to the usual ones.
 */
export const REQUESTS = `
  POST token | Content-Type: application/json; charset=utf-8 → 200
  POST token | Content-Type: application/json; charset=iso-8859-1 → 200
  POST token | Body: that begins with a byte order mark → 200
  POST token · POST token | Content-Type: Application/JSON ·
  POST token | Transfer-Encoding: chunked → 200
  POST logout | Body: {} → 204
  GET ${GUID}?theme=dark&color=%23FC0 → 303 | location: …/Tdb/${TOKEN}?theme=dark&color=$ffcc00
  POST token | Cookie: - · POST logout | Cookie: user=bob | Body: {} · GET ${GUID} | Cookie: - → 401 unauthenticated
  POST token | Body: ${asking(OTHER_GUID)} → 403 forbidden
  POST token | Cookie: user=broken → 500 config
  POST token | Body: ${asking(failing(0))} → 502 upstream-unreachable
  POST token | Body: ${asking(failing(204))} → 502 upstream-bad-token
  POST token | Body: ${asking(failing(307))} → 502 upstream-redirect
  POST token | Body: ${asking(failing(404))} → 404 not-found
  POST token | Body: ${asking(failing(429))} → 429 rate-limited | retry-after: 7
  POST token | Body: ${asking(failing(500))} → 502 upstream-status
  GET token · HEAD token · PUT token · PATCH token · DELETE token · OPTIONS token · GET logout → 405 method-not-allowed | allow: POST
  POST ${GUID} · HEAD ${GUID} → 405 method-not-allowed | allow: GET
  POST token | Content-Type: application/json-patch+json → 415 unsupported-media-type
  POST token | Content-Type: application/x-www-form-urlencoded → 415 unsupported-media-type
  POST token | Content-Type: text/plain · POST token | Content-Type: text/json ·
  POST token | Content-Type: application/xml · POST token | Content-Type: application/jsonp ·
  POST token | Content-Type: - · POST logout | Content-Type: text/plain → 415 unsupported-media-type
  POST token | Body: {"dashboardGuid":"../logout"} → 400 bad-request
  POST token | Body: {"dashboardGuid":["${GUID}"]} → 400 bad-request
  POST token | Body: {"__proto__":{"dashboardGuid":"${GUID}"}} → 400 bad-request
  POST token | Body: - · POST token | Body: {"dashboardGuid": · POST token | Body: [] ·
  POST token | Body: ["${GUID}"] · POST token | Body: "text" · POST token | Body: null ·
  POST token | Body: of 4,000 nested lists · POST logout | Body: "text" · POST logout | Body: 7 ·
  POST logout | Body: true · POST logout | Body: [] → 400 bad-request
  POST token | Body: of 9 KB | Transfer-Encoding: chunked → 413 too-large
  POST token | Body: of 9 KB · POST token | Body: of 9 KB of spaces · POST token | Body: of 200 KB ·
  POST token | Body: of 2 MB → 413 too-large
  POST token | Origin: ${STRANGER} | Sec-Fetch-Site: cross-site → 403 cross-site
  POST logout | Origin: ${STRANGER} | Sec-Fetch-Site: cross-site → 403 cross-site
  POST token | X-Embedded-Dashboard: - · ${PREFLIGHT} | Origin: ${STRANGER} ·
  ${PREFLIGHT} | Origin: ${PARTNER}.evil.example · ${PREFLIGHT} | Origin: null ·
  GET ${GUID} | Sec-Fetch-Dest: iframe · GET ${GUID} | Sec-Fetch-Dest: frame ·
  GET ${GUID} | Sec-Fetch-Dest: fencedframe · GET ${GUID} | Sec-Fetch-Dest: embed ·
  GET ${GUID} | Sec-Fetch-Dest: object → 403 cross-site
  POST token | Origin: ${PARTNER} | Sec-Fetch-Site: cross-site → 200 | CORS
  POST token | Origin: ${PARTNER} | Body: ${asking(OTHER_GUID)} → 403 forbidden | CORS
  POST token | Origin: ${PARTNER} | Body: ${asking(failing(429))} → 429 rate-limited | retry-after: 7 | CORS
  ${PREFLIGHT} | Origin: ${PARTNER} → 204 | CORS | access-control-allow-methods: POST | access-control-allow-headers: content-type,x-embedded-dashboard | access-control-max-age: 600
  ${PREFLIGHT} | Origin: ${PARTNER} | Access-Control-Request-Headers: - → 204 | CORS | access-control-allow-methods: POST | access-control-allow-headers: | access-control-max-age: 600
  ${PREFLIGHT.replace('token', GUID)} | Origin: ${PARTNER} → 405 method-not-allowed | allow: GET | CORS
  GET ${GUID} | Sec-Fetch-Site: none | Sec-Fetch-Dest: document → 303 | location: …
  GET ${GUID} | Sec-Fetch-Site: same-site | Sec-Fetch-Dest: document → 303 | location: …
  GET ${GUID} | Sec-Fetch-Site: cross-site | Sec-Fetch-Dest: document → 303 | location: …
`;

/** The request of a row. */
export interface RowRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Reads the request of a row. */
export function toRequest(situation: string): RowRequest {
  const [start = '', ...changes] = situation.split(' | ');
  const [method = '', address = ''] = start.split(' ');
  const usual: Record<string, string | null> = { ...OWN_HEADERS, Cookie: 'user=ann' };
  const { Body: named = asking(GUID), ...headers } = {
    ...usual,
    ...(changes.length ? toHeaders(changes.join(' | ')) : {}),
  };
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => !!entry[1]);
  const body = /^(DELETE|GET|HEAD|OPTIONS)$/.test(method) ? '' : (named ?? '');
  return {
    method,
    path: `/dashboards/${address}`,
    headers: Object.fromEntries(sent),
    body: (BODIES[body] ?? body) || undefined,
  };
}

const EVERY_ANSWER = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'Origin, Sec-Fetch-Site, Sec-Fetch-Dest, Cookie',
  'x-content-type-options': 'nosniff',
};
const CORS = {
  'access-control-allow-origin': PARTNER,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Retry-After',
};
/** The headers that servers add about the connection and about themselves. */
const OF_SERVERS = /^(connection|content-length|date|keep-alive|transfer-encoding|x-powered-by)$/;

/** An answer, without the headers of its server. */
export interface RowAnswer {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON; missing if the answer has no body. */
  content?: unknown;
}

/** Reads the expected answer to a request of a row. It is complete: an answer has no other headers. */
export function toAnswer(result: string, { method, path }: RowRequest): RowAnswer {
  const [start = '', ...parts] = result.split(' | ');
  const [status, code] = [Number(start.slice(0, 3)), start.slice(4)];
  const headers: Record<string, string> = { ...EVERY_ANSWER };
  if (status === 200 || code) headers['content-type'] = 'application/json';
  // Browsers get HTML at the address of a full page.
  if (code && path.includes(GUID)) headers['vary'] += ', Accept';
  for (const part of parts) {
    Object.assign(headers, part === 'CORS' ? CORS : toHeaders(part));
  }
  const { location } = headers;
  if (location) headers['location'] = expect.stringContaining(location.slice(1));
  const grant = { token: TOKEN, expiresIn: 7200, baseUrl: expect.stringMatching(/^http:/) };
  const error = { code, message: expect.stringMatching(/^(?!.*SECRET)/) };
  const hasBody = status !== 204 && status !== 303 && method !== 'HEAD';
  return { status, headers, ...(hasBody && { content: code ? { error } : grant }) };
}

/** Returns an answer without the headers of its server. */
export function withoutServer(
  status: number,
  headers: Iterable<[string, unknown]>,
  body: string,
): RowAnswer {
  const ofHost = Array.from(headers).filter(([name]) => !OF_SERVERS.test(name));
  const all = Object.fromEntries(ofHost) as Record<string, string>;
  return { status, headers: all, ...(body && { content: parse(body) }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The service of the rows. It sends headers that the host may not pass on. */
export const serveRows: UpstreamScript = (response, call) => {
  const status = STATUSES.find((value) => call.url.includes(failing(value)));
  if (status === 0) return response.destroy();
  const headers = { 'Set-Cookie': 'a=b', 'X-Upstream': 'SECRET', 'Cache-Control': 'public' };
  const more = { ...headers, 'Retry-After': '7', Location: 'http://127.0.0.1:1/SECRET' };
  return answerWith(status ? '' : TOKEN, { status: status ?? 200, headers: more })(response, call);
};

/** The `resolve` of the rows: it knows Ann only. */
export const resolveRow = vi.fn(({ headers }: Request) => {
  const cookie = headers.get('Cookie');
  if (cookie === 'user=broken') throw new Error('SECRET');
  const dashboards = [GUID, ...STATUSES.map(failing)];
  return cookie === 'user=ann' ? { sessionId: 'session-1', dashboards } : null;
});

/** Creates the host of the rows. */
export function createRowHost(baseUrl: string): DashboardHost {
  return createDashboardHost({ baseUrl, apiKey: 'key-1', origins: [PARTNER], resolve: resolveRow });
}
