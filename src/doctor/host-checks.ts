import { parseToken, TOKEN_LIFETIME_SECONDS } from '../protocol/token.ts';
import { describeAnswer, type HttpAnswer } from './http-call.ts';
import type { CallChanges, HostProbe } from './host-probe.ts';
import type { Check, Verdict } from './run-checks.ts';

type HostCheck = Check<HostProbe>;

const NO_STORE_FIX =
  'Answer with “Cache-Control: no-store”: a token is for one user and two hours.';
const LOGIN_FIX = 'Answer 401, or redirect to the login, if nobody is logged in.';
const STRANGER = 'https://stranger.example';
/** Names that belong to the server side. */
const SERVER_FIELDS = /"(api_?key|connection_?string|sql_?parameters|session_?id)"/i;
const STACK_TRACE =
  /\n\s+at .+:\d+|Traceback \(most recent call last\)|\.(java|cs|php):\d+|node_modules/;

/** Likely reasons, by the status of the first answer. */
const MEANINGS: Readonly<Record<number, string>> = {
  401: 'Set DASHBOARD_HOST_COOKIE or DASHBOARD_HOST_AUTHORIZATION to the header of a user who is logged in.',
  403: 'This user may not see the dashboard, or a proxy removes X-Embedded-Dashboard, Origin or Host.',
  404: 'No host is at this address, or the service does not know the dashboard.',
  405: 'A proxy or a router does not pass POST on.',
  415: 'A proxy removes the Content-Type.',
  500: 'Its log says why. Check baseUrl and the API key of the host.',
};

/** Without this one, all others would only repeat it. */
export const FIRST_CHECK: HostCheck = {
  name: 'answers-200',
  fix: 'Answer 200 to a call of a user who may see the dashboard.',
  holds: async (host) => {
    const answer = await host.token();
    if (answer.status === 200) return true;
    const meaning = MEANINGS[answer.status] ?? MEANINGS[answer.status >= 500 ? 500 : 0];
    return [describeAnswer(answer, host.tokenUrl), meaning].filter(Boolean).join(' ');
  },
};

/** The checks of the token address. */
export const TOKEN_CHECKS: readonly HostCheck[] = [
  FIRST_CHECK,
  good(
    'media-type',
    'Answer the token as application/json, or as text/plain with nothing but the token.',
    ({ headers }) => /^(application\/json|text\/plain)\b/.test(headers['content-type'] ?? ''),
  ),
  good(
    'token-shape',
    'Answer {"token":"…"} with the token as GetToken returned it.',
    (answer) => parseToken(findToken(answer)) !== null,
  ),
  good(
    'token-not-quoted',
    'Take the quotation marks and the line end of GetToken’s answer away before you pass the token on.',
    (answer) => !/^["\s]|["\s]$/.test(findToken(answer)),
  ),
  good(
    'expires-in',
    `Answer expiresIn in seconds, from 1 to ${TOKEN_LIFETIME_SECONDS}, or leave it out.`,
    (answer) => isLifetime(toFields(answer).expiresIn),
  ),
  good(
    'base-url',
    'Answer baseUrl as the http or https address of the dashboard service, without a query, or leave it out.',
    (answer) => isBaseUrl(toFields(answer).baseUrl),
  ),
  good(
    'base-url-secure',
    'Answer an https address in baseUrl: browsers do not show an http frame in an https page.',
    (answer, { origin }) => isAsSecure(toFields(answer).baseUrl, origin),
  ),
  good(
    'no-server-fields',
    'Answer token, expiresIn and baseUrl only. Keys, sessions and SQL parameters stay on the server.',
    ({ body }) => !SERVER_FIELDS.test(body),
  ),
  good(
    'one-token',
    'Answer the token alone: the display address is built by the element.',
    ({ body }) => !body.includes('/Tdb/'),
  ),
  good('no-store', NO_STORE_FIX, isNotStored),
  good(
    'not-from-cache',
    'Exclude the token address from your cache or CDN: this answer has an “Age”.',
    ({ headers }) => headers.age === undefined,
  ),
  good(
    'nosniff',
    'Answer with “X-Content-Type-Options: nosniff”.',
    ({ headers }) => String(headers['x-content-type-options']).toLowerCase() === 'nosniff',
  ),
  good(
    'no-cookie',
    'Keep the token out of cookies: this answer sets one that holds it.',
    (answer) => {
      const token = findToken(answer);
      return !token || !(answer.headers['set-cookie'] ?? []).join().includes(token);
    },
  ),
  good(
    'no-open-cors',
    'Answer Access-Control-Allow-Origin only with an origin of your list, never “*”.',
    ({ headers }) => headers['access-control-allow-origin'] !== '*',
  ),
  accepts('charset', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
  accepts('upper-case-type', { headers: { 'Content-Type': 'Application/JSON' } }),
  accepts('any-accept', { headers: { Accept: '*/*' } }),
  accepts('no-language', { headers: { 'Accept-Language': 'ar-EG, *;q=0.1' } }),
  accepts(
    'no-fetch-metadata',
    { headers: { 'Sec-Fetch-Site': null, 'Sec-Fetch-Mode': null, 'Sec-Fetch-Dest': null } },
    'Pass the Host header on at the proxy (nginx: proxy_set_header Host $http_host). The Origin of old browsers must equal it.',
  ),
  {
    name: 'accepts-empty-parameters',
    fix: 'Take an empty object in parameters as no choice.',
    holds: async (host) => {
      const body = JSON.stringify({ dashboardGuid: host.guid, parameters: {} });
      return (await host.token({ body })).status === 200;
    },
  },
  {
    name: 'accepts-upper-case-guid',
    fix: 'Compare dashboardGuid without regard to its case.',
    holds: async (host) => {
      const body = JSON.stringify({ dashboardGuid: host.guid.toUpperCase() });
      return (await host.token({ body })).status === 200;
    },
  },
  {
    name: 'preflight-of-strangers',
    fix: 'Answer preflights of origins that are not on your list without Access-Control-Allow-Origin.',
    holds: async (host) => {
      const { headers } = await host.token({
        method: 'OPTIONS',
        body: '',
        headers: {
          Origin: STRANGER,
          'Sec-Fetch-Site': 'cross-site',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type, x-embedded-dashboard',
        },
      });
      return headers['access-control-allow-origin'] === undefined;
    },
  },
  {
    name: 'refusals-not-readable',
    fix: 'Answer strangers without Access-Control-Allow-Origin.',
    holds: async (host) => {
      const { headers } = await host.token({ headers: toStranger() });
      return headers['access-control-allow-origin'] === undefined;
    },
  },
  {
    name: 'refusals-not-stored',
    fix: 'Answer errors with “Cache-Control: no-store”, too.',
    holds: async (host) => isNotStored(await host.token({ headers: toStranger() })),
  },
  {
    name: 'errors-without-internals',
    fix: 'Answer errors without stack traces and paths of your files.',
    holds: async (host) => !STACK_TRACE.test((await host.token({ body: '{' })).body),
  },
  {
    name: 'errors-without-echo',
    fix: 'Keep what the caller sent out of your error pages: it may hold markup.',
    holds: async (host) => {
      const mark = '<script>doctor</script>';
      const body = JSON.stringify({ dashboardGuid: mark });
      const answer = await host.token({ body });
      const isHtml = /html/.test(answer.headers['content-type'] ?? '');
      return !(isHtml && answer.body.includes(mark));
    },
  },
];

/** The checks of a host with a login. */
export const LOGIN_CHECKS: readonly HostCheck[] = [
  {
    name: 'without-login',
    fix: LOGIN_FIX,
    holds: async (host) => isLogin(await host.token({ headers: host.withoutUser })),
  },
  {
    name: 'login-not-stored',
    fix: NO_STORE_FIX,
    holds: async (host) => isNotStored(await host.token({ headers: host.withoutUser })),
  },
  {
    name: 'invalid-login',
    fix: 'Check the cookie or the token of the session, and answer 401 for one that is not valid.',
    holds: async (host) => {
      const invalid = Object.keys(host.withoutUser).map((name) => [name, 'session=doctor']);
      return isLogin(await host.token({ headers: Object.fromEntries(invalid) }));
    },
  },
];

/** The checks of the logout address. These calls end sessions. */
export const LOGOUT_CHECKS: readonly HostCheck[] = [
  {
    name: 'logout-answers',
    fix: 'Answer 200 or 204 to a logout.',
    holds: async (host) => [200, 204].includes((await host.logout()).status),
  },
  {
    name: 'logout-no-store',
    fix: NO_STORE_FIX,
    holds: async (host) => isNotStored(await host.logout()),
  },
  refusesLogout('logout-get', { method: 'GET', body: '' }, [404, 405, 501]),
  refusesLogout(
    'logout-text-plain',
    { headers: { 'Content-Type': 'text/plain' } },
    [400, 403, 415],
  ),
  refusesLogout('logout-without-header', { headers: { 'X-Embedded-Dashboard': null } }, [403]),
  refusesLogout('logout-of-strangers', { headers: toStranger() }, [403]),
];

/** A check of the answer to a call that is good. */
function good(
  name: string,
  fix: string,
  holds: (answer: HttpAnswer, host: HostProbe) => Verdict,
): HostCheck {
  return { name, fix, holds: async (host) => holds(await host.token(), host) };
}

function accepts(
  name: string,
  changes: CallChanges,
  fix = 'Answer 200 to this form of the call, too: browsers and proxies send several.',
): HostCheck {
  return {
    name: `accepts-${name}`,
    fix,
    holds: async (host) => (await host.token(changes)).status === (await host.token()).status,
  };
}

function refusesLogout(name: string, changes: CallChanges, statuses: number[]): HostCheck {
  return {
    name,
    fix: 'Guard the logout address as the token address: another site could end sessions.',
    holds: async (host) => {
      const answer = await host.logout(changes);
      return statuses.includes(answer.status) || describeAnswer(answer, host.tokenUrl);
    },
  };
}

function toStranger(): Record<string, string> {
  return { Origin: STRANGER, 'Sec-Fetch-Site': 'cross-site' };
}

function isLogin({ status }: HttpAnswer): boolean {
  return status === 401 || (status >= 300 && status < 400);
}

function isNotStored({ headers }: HttpAnswer): boolean {
  return /\bno-store\b/i.test(headers['cache-control'] ?? '');
}

function toFields({ body }: HttpAnswer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed ? { ...parsed } : { token: parsed };
  } catch {
    return { token: body };
  }
}

/** Returns the token of an answer; an empty text if there is none. */
function findToken(answer: HttpAnswer): string {
  const { token } = toFields(answer);
  return typeof token === 'string' ? token : '';
}

function isLifetime(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === 'number' && value >= 1 && value <= TOKEN_LIFETIME_SECONDS;
}

function isBaseUrl(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && !search && !hash;
}

function isAsSecure(value: unknown, origin: string): boolean {
  return !origin.startsWith('https:') || typeof value !== 'string' || /^https:/i.test(value);
}
