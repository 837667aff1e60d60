import { parseBaseUrl } from '../../../src/protocol/display-url.ts';
import { parseToken, TOKEN_LIFETIME_SECONDS } from '../../../src/protocol/token.ts';
import {
  describeAnswer,
  describeTokenless,
  type HttpAnswer,
  isHtmlPage,
  isSuccess,
} from './http-call.ts';
import {
  type CallChanges,
  type HostProbe,
  isNotStored,
  NO_STORE_FIX,
  STRANGER,
  toStranger,
} from './host-probe.ts';
import { explainRefusal } from './host-refusal.ts';
import type { Check, Verdict } from './run-checks.ts';

type HostCheck = Check<HostProbe>;

/** Names that belong to the server side. */
const SERVER_FIELDS = /"(api_?key|connection_?string|sql_?parameters|session_?id)"/i;
const STACK_TRACE =
  /\n\s+at .+:\d+|Traceback \(most recent call last\)|\.(java|cs|php):\d+|node_modules/;

/** The check that runs first: if it fails, all others would only repeat it. */
export const FIRST_CHECK: HostCheck = {
  name: 'answers-200',
  fix: 'Answer 200 to a call of a user who may see the dashboard.',
  holds: async (host) => {
    const answer = await host.token();
    if (answer.status === 200) return !isHtmlPage(answer) || describeTokenless(answer);
    const parts = [describeAnswer(answer, host.tokenUrl), explainRefusal(answer)];
    return parts.filter(Boolean).join(' ');
  },
};

/** The check that runs after all others. */
export const LAST_CHECK: HostCheck = {
  name: 'no-limit',
  fix: 'Allow a hundred calls of the token address in a row while the doctor runs: an answer was 429 or 503, and not all checks ran.',
  holds: ({ isLimited }) => !isLimited,
};

/** The check of all answers, also if the first one fails. */
export const KEY_CHECK: HostCheck = {
  name: 'answers-without-key',
  fix: 'Keep the API key on the server, and make a new one: an answer of the host contains it.',
  holds: ({ hasRepeatedKey }) => (hasRepeatedKey === null ? null : !hasRepeatedKey),
};

/** The checks of the token address. */
export const TOKEN_CHECKS: readonly HostCheck[] = [
  FIRST_CHECK,
  good(
    'media-type',
    'Answer the token as application/json, or as text/plain with nothing but the token.',
    ({ headers }) => /^(application\/json|text\/plain)\b/i.test(headers['content-type'] ?? ''),
  ),
  good(
    'token-shape',
    'Answer {"token":"…"} with the token as GetToken returned it.',
    (answer) => parseToken(findToken(answer)) !== null,
  ),
  good(
    'token-not-quoted',
    'Remove the quotation marks of GetToken’s answer before you pass the token on.',
    (answer) => !/^\s*"|"\s*$/.test(findToken(answer)),
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
    'no-display-address',
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
  good(
    'cors-of-page',
    'List the origin of the page in origins of createDashboardHost: browsers let no other page read the answer.',
    ({ headers }, { pageOrigin, origin }) =>
      pageOrigin === origin || headers['access-control-allow-origin'] === pageOrigin,
  ),
  {
    name: 'preflight-of-page',
    fix: 'Answer OPTIONS with the origin of the page and with its headers (origins of createDashboardHost does that).',
    holds: async (host) => {
      if (host.pageOrigin === host.origin) return null;
      const answer = await host.token(toPreflight(host.pageOrigin));
      const { headers } = answer;
      const allowed = headers['access-control-allow-headers']?.toLowerCase() ?? '';
      const isAllowed = allowed === '*' || allowed.includes('x-embedded-dashboard');
      const isOrigin = headers['access-control-allow-origin'] === host.pageOrigin;
      return isSuccess(answer) && isOrigin && isAllowed;
    },
  },
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
      const { headers } = await host.token(toPreflight(STRANGER));
      return !isReadable(headers['access-control-allow-origin']);
    },
  },
  {
    name: 'refusals-not-readable',
    fix: 'Answer strangers without Access-Control-Allow-Origin.',
    holds: async (host) => {
      const { headers } = await host.token({ headers: toStranger() });
      return !isReadable(headers['access-control-allow-origin']);
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

function toPreflight(origin: string): CallChanges {
  return {
    method: 'OPTIONS',
    body: '',
    headers: {
      Origin: origin,
      'Sec-Fetch-Site': 'cross-site',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type, x-embedded-dashboard',
    },
  };
}

/** Whether a stranger may read an answer with this Access-Control-Allow-Origin. */
function isReadable(allowed: string | undefined): boolean {
  return allowed === '*' || allowed === STRANGER;
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

/** Whether `expiresIn` is valid. The element ignores a text, and then assumes the longest life. */
function isLifetime(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return Number(value) === TOKEN_LIFETIME_SECONDS;
  return typeof value === 'number' && value >= 1 && value <= TOKEN_LIFETIME_SECONDS;
}

function isBaseUrl(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && parseBaseUrl(value) !== null;
}

function isAsSecure(value: unknown, origin: string): boolean {
  return !origin.startsWith('https:') || typeof value !== 'string' || /^https:/i.test(value);
}
