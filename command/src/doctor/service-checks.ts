import { findMissingParameters } from '../../../src/protocol/missing-parameters.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../../src/protocol/token.ts';
import { allowsOwnScripts, parsePolicies } from './content-security-policy.ts';
import { isFrameAllowed, isFrameOption } from './frame-headers.ts';
import {
  describeAnswer,
  describeTokenless,
  type HttpAnswer,
  isSafe,
  isSuccess,
} from './http-call.ts';
import type { Check, Verdict } from './run-checks.ts';
import { canTell, opens } from './opened-dashboard.ts';
import { MISSING_PARAMETERS } from './missing-parameters.ts';
import { readToken, type ServiceEvidence, type Step } from './service-evidence.ts';

type ServiceCheck = Check<ServiceEvidence>;

const LARGEST_CLOCK_MS = 60_000;
/** Code and links that replace the page around a frame. */
export const TOP_NAVIGATION =
  /\btop\s*\.\s*location|\bparent\s*\.\s*location|target\s*=\s*["']?_(top|parent)/i;
const GET_TOKEN_FIX =
  'Check DASHBOARD_API_KEY and --dashboard, and tick “Accessible in API” in the sharing options of the dashboard.';
const LOGOUT_NOTE = 'The service did not confirm a logout. The host repeats a logout.';

/** The checks of a dashboard service, from the answers that it gave. */
export const SERVICE_CHECKS: readonly ServiceCheck[] = [
  {
    name: 'https',
    fix: 'Use an https address in --service and baseUrl: others could read the API key. The doctor did not send it.',
    holds: ({ service }) => isSafe(service.url),
  },
  MISSING_PARAMETERS,
  ofStep('get-token-json', 'json', GET_TOKEN_FIX, hasToken),
  ofStep('get-token-query', 'query', GET_TOKEN_FIX, (answer, evidence) =>
    // The same refusal is one finding.
    isSameRefusal(answer, evidence.answers.json) ? true : hasToken(answer, evidence),
  ),
  ofStep(
    'get-token-text',
    'text',
    'Check DASHBOARD_CONNECTION_STRING, and that the key may replace connections.',
    hasToken,
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
    (answer, evidence) => {
      if (answer.status !== 200) return describeStatus(answer, evidence);
      return canTell(evidence) ? true : null;
    },
  ),
  ofStep(
    'html',
    'opened',
    'Answer dashboards as text/html, without “Content-Disposition: attachment”: a browser downloads others.',
    ({ status, headers }) =>
      status !== 200 ||
      (/^text\/html\b/i.test(headers['content-type'] ?? '') &&
        !/^attachment/i.test(headers['content-disposition'] ?? '')),
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
    ({ headers }, { service }) => isFrameOption(headers, service.url, service.embedder),
  ),
  ofStep(
    'frame-ancestors',
    'opened',
    'Add the origin of your pages to “frame-ancestors” in the Content-Security-Policy of /Tdb/ (demo service: SERVICE_FRAME_ANCESTORS).',
    ({ headers }, { service }) => isFrameAllowed(headers, service.url, service.embedder),
  ),
  ofStep(
    'sandboxed-by-policy',
    'opened',
    'Add allow-scripts and allow-same-origin to the directive “sandbox” in the Content-Security-Policy of /Tdb/, or remove it.',
    ({ headers }) => allowsOwnScripts(parsePolicies(headers['content-security-policy'])),
  ),
  ofStep(
    'cookies',
    'opened',
    'Set cookies of /Tdb/ with “SameSite=None; Secure; Partitioned”, or not at all: browsers do not send others in a frame of another site.',
    ({ headers }, { service }) =>
      isSameSite(service) ||
      (headers['set-cookie'] ?? []).every(
        (cookie) =>
          /;\s*max-age=0/i.test(cookie) ||
          (/;\s*samesite=none/i.test(cookie) && /;\s*secure/i.test(cookie)),
      ),
  ),
  ofStep(
    'display-not-cached',
    'opened',
    'Answer /Tdb/ with “Cache-Control: no-store”, and exclude it from caches: it shows the data of one user.',
    ({ headers }) => {
      const control = headers['cache-control'] ?? '';
      if (/\bno-store\b/i.test(control)) return true;
      const isShared = /\bpublic\b|\bs-maxage=[1-9]/i.test(control);
      const isKept = /\bmax-age=[1-9]/i.test(control) && !/\bprivate\b/i.test(control);
      return headers.age === undefined && !isShared && !isKept;
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
    'Tell the operator of the service: it gives tokens for a wrong API key.',
    (answer) => !readToken(answer),
  ),
  ofStep(
    'refuses-unknown-dashboard',
    'unknownDashboard',
    'Tell the operator of the service: it gives tokens for an unknown dashboard.',
    (answer) => !readToken(answer),
  ),
  {
    name: 'errors-without-key',
    fix: 'Remove the API key from the error answers of the service or its proxy: they repeat it.',
    holds: ({ service: { apiKey }, answers }) => {
      // An address without a service may answer with the path.
      if (!readToken(answers.json) && !readToken(answers.query)) return null;
      const forms = [apiKey, encodeURIComponent(apiKey)];
      return Object.values(answers).every(({ body, headers }) =>
        forms.every((form) => !`${body} ${headers.location ?? ''}`.includes(form)),
      );
    },
  },
  ofStep(
    'logout-ends-tokens',
    'openedAfterLogout',
    'Tell the operator of the service: a token still opens the dashboard after Logout.',
    (answer, evidence) => (canTell(evidence) ? !opens(answer, evidence) : null),
  ),
  ofStep(
    'tokens-expire',
    'unusedAfterExpiry',
    'Tell the operator of the service: a token still opens the dashboard after its life.',
    (answer, evidence) => (canTell(evidence) ? !opens(answer, evidence) : null),
  ),
];

/** Behavior that the element and the host can handle, for the notes of a report. */
export const SERVICE_NOTICES: readonly ServiceCheck[] = [
  ofStep(
    'announced-life',
    'json',
    `GetToken announces a life that is not 1 to ${TOKEN_LIFETIME_SECONDS} seconds. The host assumes ${TOKEN_LIFETIME_SECONDS}.`,
    hasLife,
  ),
  ofStep(
    'expiry-page',
    'malformedToken',
    'The service has no expiry page. The element covers the frame before a token expires.',
    (answer, evidence) => {
      const { opened } = evidence.answers;
      if (!opened || !canTell(evidence) || !opens(opened, evidence)) return null;
      return answer.status >= 400 || describeStatus(answer, evidence);
    },
  ),
  {
    name: 'no-top-navigation',
    fix: 'A refused dashboard tries to replace your page. The sandbox of the element prevents that: keep allow-top-navigation out of it.',
    holds: ({ answers: { malformedToken, openedAfterLogout } }) =>
      [malformedToken, openedAfterLogout].every(
        (answer) => !answer || !TOP_NAVIGATION.test(answer.body),
      ),
  },
  ofStep('logout', 'logout', LOGOUT_NOTE, isLoggedOut),
  ofStep('logout-again', 'logoutAgain', LOGOUT_NOTE, isLoggedOut),
  ofStep('logout-of-unknown', 'logoutOfUnknown', LOGOUT_NOTE, isLoggedOut),
];

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
  // The check of the parameters has this finding.
  const { status, body } = answer;
  if (findMissingParameters(status, body)) return null;
  if (isSuccess(answer)) return describeTokenless(answer);
  const text = describeStatus(answer, evidence);
  const isOfKey = status >= 400 && status < 500 && status !== 429;
  return isOfKey ? text : { instead: `${text} Check --service, or try again later.` };
}

function isSameRefusal(answer: HttpAnswer, other: HttpAnswer | undefined): boolean {
  return answer.status === other?.status && !readToken(other);
}

/**
 * Whether the service and the page are of the same site, so that frames get their cookies. Two labels usually make a
 * site.
 */
function isSameSite({ url, embedder }: ServiceEvidence['service']): boolean {
  if (!embedder) return false;
  const [service, page] = [url, embedder].map((address) => new URL(address).hostname);
  const toSite = (hostname = ''): string => hostname.split('.').slice(-2).join('.');
  return service === page || toSite(service) === toSite(page);
}

function hasLife(answer: HttpAnswer): Verdict {
  const [, text] = /"expiresIn"\s*:\s*([^,}\s]+)/.exec(answer.body) ?? [];
  if (text === undefined) return true;
  return Number(text) >= 1 && Number(text) <= TOKEN_LIFETIME_SECONDS;
}

/** Whether a logout succeeded; `null` without a token, because then there was no session. */
function isLoggedOut(answer: HttpAnswer, evidence: ServiceEvidence): Verdict {
  if (!readToken(evidence.answers.json)) return null;
  return isSuccess(answer) || answer.status === 404 || describeStatus(answer, evidence);
}

/** Whether a token opens at a second step, if it opens at all. */
function bothOpen(evidence: ServiceEvidence, one: Step, other: Step): Verdict {
  const [first, second] = [evidence.answers[one], evidence.answers[other]];
  if (!first || !second || !canTell(evidence) || !opens(first, evidence)) return null;
  return opens(second, evidence) || describeStatus(second, evidence);
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: 'It does not accept the key.',
  403: 'It does not accept the key, or the call.',
  404: 'It does not know the dashboard, or the path of the address is wrong.',
  429: 'It limits calls.',
  503: 'It is busy, or stopped.',
};

function describeStatus(answer: HttpAnswer, { service }: ServiceEvidence): string {
  const text = describeAnswer(answer, new URL(service.url));
  const meaning = MEANINGS[answer.status];
  return meaning ? `${text} ${meaning}` : text;
}
