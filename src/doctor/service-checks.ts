import { TOKEN_LIFETIME_SECONDS } from '../protocol/token.ts';
import { allowsAddress, parsePolicies } from './content-security-policy.ts';
import { describeAnswer, type HttpAnswer } from './http-call.ts';
import type { Check, Verdict } from './run-checks.ts';
import {
  isSafe,
  readToken,
  type ServiceEvidence,
  type Step,
  toPattern,
} from './service-evidence.ts';

type ServiceCheck = Check<ServiceEvidence>;

const LARGEST_CLOCK_MS = 60_000;
const TOP_NAVIGATION =
  /\btop\s*\.\s*location|\bparent\s*\.\s*location|target\s*=\s*["']?_(top|parent)|http-equiv\s*=\s*["']?refresh/i;
const GET_TOKEN_FIX =
  'Check DASHBOARD_API_KEY and --dashboard, and tick “Accessible in API” in the sharing options of the dashboard.';
const LOGOUT_FIX =
  'Nothing in your application. Report it with the answers below: the host repeats a logout.';

/** The checks of a dashboard service, from the answers that it gave. */
export const SERVICE_CHECKS: readonly ServiceCheck[] = [
  {
    name: 'https',
    fix: 'Use an https address in --service and baseUrl: others could read the API key. The doctor did not send it.',
    holds: ({ service }) => isSafe(service.url),
  },
  {
    name: 'complete',
    fix: 'Run the doctor again: the remaining checks did not run.',
    holds: ({ failure }) => (failure ? failure.message : true),
  },
  ofStep('get-token-json', 'json', GET_TOKEN_FIX, hasToken),
  ofStep('get-token-query', 'query', GET_TOKEN_FIX, (answer, evidence) =>
    // The same refusal is one finding.
    evidence.answers.json?.status === answer.status ? true : hasToken(answer, evidence),
  ),
  ofStep(
    'get-token-text',
    'text',
    'Check DASHBOARD_CONNECTION_STRING, and that the key may replace connections.',
    hasToken,
  ),
  ofStep(
    'announced-life',
    'json',
    `Set baseUrl to an address of the service itself: GetToken announces expiresIn from 1 to ${TOKEN_LIFETIME_SECONDS} seconds.`,
    (answer) => hasLife(answer),
  ),
  ofStep(
    'get-token-not-cached',
    'json',
    'Exclude /Api/GetToken from the cache or CDN in front of the service: this answer has an “Age”.',
    ({ headers }) => headers.age === undefined,
  ),
  ofStep(
    'opens',
    'opened',
    'Open the dashboard in the service itself, and check that the proxy in front of it passes /Tdb/ on unchanged.',
    (answer, evidence) => opens(answer, evidence) || describeStatus(answer, evidence),
  ),
  ofStep(
    'html',
    'opened',
    'Answer dashboards as text/html: a browser downloads other types.',
    ({ status, headers }) =>
      status !== 200 || /^text\/html\b/.test(headers['content-type'] ?? 'nothing'),
  ),
  {
    name: 'opens-twice',
    fix: 'Leave refresh-every out, and do not move the tag in the page: both load the frame again with the same token.',
    holds: (evidence) => bothOpen(evidence, 'opened', 'openedAgain'),
  },
  {
    name: 'second-token',
    fix: 'Answer a sessionId per browser tab in resolve: a second GetToken of a session ends its first token.',
    holds: (evidence) => bothOpen(evidence, 'opened', 'openedFirst'),
  },
  ofStep(
    'frame-options',
    'opened',
    'Remove “X-Frame-Options” from /Tdb/: use “Content-Security-Policy: frame-ancestors” with the origins of your pages.',
    ({ headers }) => !/deny|sameorigin/i.test(String(headers['x-frame-options'] ?? '')),
  ),
  ofStep(
    'frame-ancestors',
    'opened',
    'Add the origin of your pages to “frame-ancestors” in the Content-Security-Policy of /Tdb/ (demo service: SERVICE_FRAME_ANCESTORS).',
    isFrameAllowed,
  ),
  ofStep(
    'sandboxed-by-policy',
    'opened',
    'Add allow-scripts and allow-same-origin to the directive “sandbox” in the Content-Security-Policy of /Tdb/, or remove it.',
    ({ headers }) =>
      parsePolicies(headers['content-security-policy']).every((policy) => {
        const words = policy.get('sandbox');
        return !words || words.includes('allow-scripts');
      }),
  ),
  ofStep(
    'cookies',
    'opened',
    'Set cookies of /Tdb/ with “SameSite=None; Secure; Partitioned”, or not at all: browsers do not send others in a frame of another site.',
    ({ headers }) =>
      (headers['set-cookie'] ?? []).every(
        (cookie) => /;\s*samesite=none/i.test(cookie) && /;\s*secure/i.test(cookie),
      ),
  ),
  ofStep(
    'display-not-cached',
    'opened',
    'Answer /Tdb/ with “Cache-Control: no-store”, and exclude it from caches: it shows the data of one user.',
    ({ headers }) => {
      const control = headers['cache-control'] ?? '';
      return headers.age === undefined && !/\bpublic\b|\bmax-age=[1-9]/i.test(control);
    },
  ),
  {
    name: 'clock',
    fix: 'Synchronize the clocks of this machine and of the service (NTP): tokens seem to expire too early or too late.',
    holds: ({ clockAheadMs }) => {
      if (clockAheadMs === null || Math.abs(clockAheadMs) <= LARGEST_CLOCK_MS) return true;
      const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
      return `The service’s clock is ${seconds} seconds ${clockAheadMs > 0 ? 'ahead' : 'behind'}.`;
    },
  },
  ofStep(
    'refuses-wrong-key',
    'wrongKey',
    'Nothing in your application. Tell the operator of the service: it gives tokens for a wrong API key.',
    (answer) => !readToken(answer),
  ),
  ofStep(
    'refuses-unknown-dashboard',
    'unknownDashboard',
    'Nothing in your application. Tell the operator of the service: it gives tokens for an unknown dashboard.',
    (answer) => !readToken(answer),
  ),
  {
    name: 'errors-without-key',
    fix: 'Remove the API key from the error answers of the service or its proxy: they repeat it.',
    holds: ({ service: { apiKey }, answers }) =>
      Object.values(answers).every(({ body, headers }) =>
        [body, headers.location ?? ''].every((text) => !text.includes(apiKey)),
      ),
  },
  ofStep(
    'expiry-page',
    'malformedToken',
    'Nothing in your application: the element covers the frame before a token expires. Report it with the answers below.',
    (answer, evidence) => {
      const { opened } = evidence.answers;
      if (!opened || !opens(opened, evidence)) return null;
      return answer.status >= 400 || describeStatus(answer, evidence);
    },
  ),
  {
    name: 'no-top-navigation',
    fix: 'Keep allow-top-navigation out of sandbox: a refused dashboard tries to replace your page.',
    holds: ({ answers: { malformedToken, openedAfterLogout } }) =>
      [malformedToken, openedAfterLogout].every(
        (answer) => !answer || !TOP_NAVIGATION.test(answer.body),
      ),
  },
  ofStep('logout', 'logout', LOGOUT_FIX, isLoggedOut),
  ofStep('logout-again', 'logoutAgain', LOGOUT_FIX, isLoggedOut),
  ofStep('logout-of-unknown', 'logoutOfUnknown', LOGOUT_FIX, isLoggedOut),
  ofStep(
    'logout-ends-tokens',
    'openedAfterLogout',
    'Nothing in your application. Tell the operator of the service: a token still opens the dashboard after Logout.',
    (answer, evidence) => !opens(answer, evidence),
  ),
  ofStep(
    'tokens-expire',
    'unusedAfterExpiry',
    'Nothing in your application. Tell the operator of the service: a token still opens the dashboard after its life.',
    (answer, evidence) => !opens(answer, evidence),
  ),
];

/** Whether an answer is the dashboard, and not a page that says that the token is not valid. */
export function opens(answer: HttpAnswer, { answers }: ServiceEvidence): boolean {
  if (answer.status !== 200) return false;
  const { malformedToken, query } = answers;
  const token = readToken(query)?.token ?? null;
  return (
    malformedToken?.status !== 200 || toPattern(answer, token) !== toPattern(malformedToken, token)
  );
}

/** A check of the answer to one step. It does not apply if the step did not run. */
function ofStep(
  name: string,
  step: Step,
  fix: string,
  holds: (answer: HttpAnswer, evidence: ServiceEvidence) => Verdict,
): ServiceCheck {
  return {
    name,
    fix,
    holds: (evidence) => {
      const answer = evidence.answers[step];
      return answer ? holds(answer, evidence) : null;
    },
  };
}

function hasToken(answer: HttpAnswer, evidence: ServiceEvidence): Verdict {
  if (readToken(answer)) return true;
  if (answer.status < 200 || answer.status > 299) return describeStatus(answer, evidence);
  return `It answers ${answer.status} without a token.`;
}

function hasLife(answer: HttpAnswer): Verdict {
  const [, text] = /"expiresIn"\s*:\s*([^,}\s]+)/.exec(answer.body) ?? [];
  if (text === undefined) return true;
  return Number(text) >= 1 && Number(text) <= TOKEN_LIFETIME_SECONDS;
}

/** Without a token there was no session. */
function isLoggedOut(answer: HttpAnswer, evidence: ServiceEvidence): Verdict {
  if (!readToken(evidence.answers.json)) return null;
  const { status } = answer;
  return (status >= 200 && status < 300) || status === 404 || describeStatus(answer, evidence);
}

/** Whether a token opens at a second step, if it opens at all. */
function bothOpen(evidence: ServiceEvidence, one: Step, other: Step): Verdict {
  const [first, second] = [evidence.answers[one], evidence.answers[other]];
  if (!first || !second || !opens(first, evidence)) return null;
  return opens(second, evidence) || describeStatus(second, evidence);
}

/** Without a known page, only policies that let nobody or nobody else in are wrong. */
function isFrameAllowed({ headers }: HttpAnswer, { service }: ServiceEvidence): Verdict {
  const policies = parsePolicies(headers['content-security-policy']);
  const display = new URL(service.url);
  if (service.embedder) {
    return allowsAddress(policies, 'frame-ancestors', new URL(service.embedder), display);
  }
  return policies.every((policy) => {
    const sources = policy.get('frame-ancestors');
    return !sources || sources.some((source) => !/^'(none|self)'$/i.test(source));
  });
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: 'It does not accept the key.',
  403: 'It does not accept the key, or the call.',
  404: 'It knows no such dashboard, or the path of the address is wrong.',
  429: 'It limits calls.',
  503: 'It is busy, or stopped.',
};

function describeStatus(answer: HttpAnswer, { service }: ServiceEvidence): string {
  const text = describeAnswer(answer, new URL(service.url));
  const meaning = MEANINGS[answer.status];
  return meaning ? `${text} ${meaning}` : text;
}
