import { parseBaseUrl } from '../../../src/protocol/display-url.ts';
import { isGuid } from '../../../src/protocol/token.ts';
import { isFrameAllowed, isFrameOption } from './frame-headers.ts';
import { HostProbe } from './host-probe.ts';
import {
  callHttp,
  describeAnswer,
  describeTokenless,
  type HttpAnswer,
  HttpCallError,
  isSuccess,
  toShortAddress,
} from './http-call.ts';
import { isSetByScript, type PageAddress, type PageEvidence, toAddress } from './page-evidence.ts';
import type { PageElement } from './read-html.ts';
import type { Check, Verdict } from './run-checks.ts';
import { MALFORMED_TOKEN, readToken } from './service-evidence.ts';

/** A call, with its answer or the reason why there is none. */
interface TagCall {
  url: URL;
  answer: HttpAnswer | HttpCallError;
}

/** The calls that the first tag of a page makes; `null` for an address that is not known, or that another part checks. */
export interface TagCalls {
  pageOrigin: string;
  host: TagCall | null;
  service: TagCall | null;
}

/** Requests a token as the page does, and opens a dashboard with a token that is not valid. */
export async function makeTagCalls(evidence: PageEvidence): Promise<TagCalls> {
  const { page, tags, elements, url } = evidence;
  const own = tags.filter((tag) => !isSetByScript(tag)).map(({ attributes }) => attributes);
  const host = page.hostUrl === undefined ? await callHost(evidence, own[0] ?? {}) : null;
  const frames = elements.filter(({ name }) => name === 'iframe');
  const [baseUrl] = [
    ...own.map((attributes) => attributes['base-url']),
    ...frames.map(({ attributes }) => /^(.+)\/Tdb\//.exec(attributes.src ?? '')?.[1]),
    page.hostBaseUrl,
    host && findBaseUrl(host.answer),
  ].flatMap((address) => parseBaseUrl(address ?? '') ?? []);
  const isChecked = baseUrl === undefined || baseUrl === parseBaseUrl(page.serviceUrl ?? '');
  return {
    pageOrigin: url.origin,
    host,
    service: isChecked ? null : await callService(page, baseUrl),
  };
}

/** Returns the address of the service that a host names with its token. */
export function findBaseUrl(answer: HttpAnswer | HttpCallError): string | undefined {
  try {
    const { body } = answer as HttpAnswer;
    const { baseUrl } = JSON.parse(body) as { baseUrl?: unknown };
    return typeof baseUrl === 'string' ? baseUrl : undefined;
  } catch {
    return undefined;
  }
}

/** Does not call an address of another origin with the page's headers: they may hold cookies. */
async function callHost(
  { page: { headers, clock, signal }, url: { origin }, base }: PageEvidence,
  { 'token-url': tokenUrl, 'dashboard-guid': dashboardGuid = '' }: PageElement['attributes'],
): Promise<TagCall | null> {
  const url = toAddress(tokenUrl, base);
  const [, above] = /^(https?:[^?#]+)\/token\/?$/.exec(url?.href ?? '') ?? [];
  if (!url || !above || !isGuid(dashboardGuid)) return null;
  const own = url.origin === origin ? headers : {};
  const address = { url: above, dashboardGuid, headers: own, pageOrigin: origin, clock };
  const probe = new HostProbe({ ...address, ...(signal && { signal }) });
  return { url, answer: await answerOf(probe.token()) };
}

async function callService({ clock, signal }: PageAddress, baseUrl: string): Promise<TagCall> {
  const url = new URL(`${baseUrl}/Tdb/${MALFORMED_TOKEN}`);
  const headers = { Accept: 'text/html', 'Sec-Fetch-Dest': 'iframe' };
  return { url, answer: await answerOf(callHttp({ url, headers, clock, signal })) };
}

async function answerOf(call: Promise<HttpAnswer>): Promise<TagCall['answer']> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpCallError) return error;
    throw error;
  }
}

/** The checks of the addresses that the first tag calls. */
export const CALL_CHECKS: readonly Check<TagCalls>[] = [
  ofCall(
    'token-url-answers',
    'host',
    'Correct token-url. To check the whole host, add --host and --dashboard.',
    (answer, { url }) => {
      const { status } = answer;
      // A host may refuse a reader who is not signed in.
      if (status === 401 || status === 403 || (status >= 300 && status < 400)) return null;
      if (readToken(answer)) return true;
      return isSuccess(answer) ? describeTokenless(answer) : describeAnswer(answer, url);
    },
  ),
  ofCall(
    'base-url-answers',
    'service',
    'Correct base-url, or baseUrl in your host: browsers load the dashboard from this address.',
    () => true,
  ),
  ofCall(
    'base-url-frames',
    'service',
    'Remove “X-Frame-Options” from /Tdb/ of the service, and add the origin of your pages to “frame-ancestors” in its Content-Security-Policy.',
    ({ headers }, { url }, { pageOrigin }) =>
      isFrameOption(headers, url.href, pageOrigin) && isFrameAllowed(headers, url.href, pageOrigin),
  ),
];

/** A check of one call. Only the checks whose name ends in `answers` report that there is no answer. */
function ofCall(
  name: string,
  kind: 'host' | 'service',
  fix: string,
  holds: (answer: HttpAnswer, call: TagCall, calls: TagCalls) => Verdict,
): Check<TagCalls> {
  return {
    name,
    fix,
    holds: (calls) => {
      const call = calls[kind];
      if (!call) return null;
      const { url, answer } = call;
      if (!(answer instanceof HttpCallError)) return holds(answer, call, calls);
      return answer.isOwn || !name.endsWith('answers') ? null : describeFailure(url, answer);
    },
  };
}

function describeFailure(url: URL, { failure, message }: HttpCallError): string {
  const isPlain = url.protocol === 'https:' && failure === 'not-http';
  return `${toShortAddress(url)}: ${isPlain ? 'The server does not answer https. Is it an http address?' : message}`;
}
