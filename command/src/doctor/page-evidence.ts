import type { Clock } from './clock.ts';
import { parsePolicies, type Policy } from './content-security-policy.ts';
import { callHttp, type HttpAnswer, HttpCallError, isLoopback } from './http-call.ts';
import { type PageElement, readHtml } from './read-html.ts';

/** A page to check. */
export interface PageAddress {
  url: string;
  /** Headers that make the call that of a user who is signed in, such as `Cookie`. */
  headers?: Readonly<Record<string, string>>;
  /** The base address of the dashboard service, if the other parts check it. */
  serviceUrl?: string;
  /** The base address that the host names. Browsers may reach the service by another one. */
  hostBaseUrl?: string;
  /** The address above `/token`, if it is known. */
  hostUrl?: string;
  /** The dashboard that the other parts check. */
  dashboardGuid?: string;
  clock: Clock;
  signal?: AbortSignal;
}

/** A page as its server sends it. */
export interface PageEvidence {
  page: PageAddress;
  answer: HttpAnswer;
  /** The address of the page. */
  url: URL;
  /** Relative addresses of the page start here. */
  base: URL;
  elements: PageElement[];
  /** The `<embedded-dashboard>` tags, without those in templates. */
  tags: PageElement[];
  /** The scripts in JavaScript. */
  scripts: PageElement[];
  policies: Policy[];
  /** The file with the element, if a script names it, and its answer. */
  file: { script: PageElement; url: URL; answer: HttpAnswer | null } | null;
}

const TAG = 'embedded-dashboard';
/** The part of a page that is read, in bytes. */
export const LONGEST_PAGE = 4 * 1024 * 1024;
/** The part of a script that is read, in bytes. */
export const LONGEST_FILE = 16 * 1024 * 1024;
const JAVASCRIPT = /^(module|importmap|(text|application)\/(java|ecma)script)?$/i;

/** Fetches a page and reads its HTML. Throws {@link HttpCallError} if the page cannot be reached. */
export async function gatherPageEvidence(page: PageAddress): Promise<PageEvidence> {
  const url = new URL(page.url);
  const headers = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document', ...page.headers };
  const { clock, signal } = page;
  const answer = await callHttp({ url, headers, longest: LONGEST_PAGE, clock, signal });
  const elements = readHtml(answer.body);
  const base = toBase(elements, url);
  const shown = elements.filter(({ isInTemplate }) => !isInTemplate);
  const scripts = shown.filter(
    ({ name, attributes }) => name === 'script' && JAVASCRIPT.test(attributes.type ?? ''),
  );
  return {
    page,
    answer,
    url,
    base,
    elements,
    tags: shown.filter(({ name }) => name === TAG),
    scripts,
    policies: [
      ...parsePolicies(answer.headers['content-security-policy']),
      ...elements.filter(isPolicy).flatMap(({ attributes }) => toMetaPolicies(attributes.content)),
    ],
    file: await fetchFile(scripts, url, base, page),
  };
}

/** Returns an attribute's address; `null` for one that is missing or not valid. */
export function toAddress(value: string | undefined, base: URL): URL | null {
  return value?.trim() && URL.canParse(value, base) ? new URL(value, base) : null;
}

/** Whether a script sets the attributes of a tag. Templates bind by names such as `:name` and `v-bind:name`. */
export function isSetByScript({ attributes }: PageElement): boolean {
  const names = Object.keys(attributes);
  return names.length === 0 || names.some((name) => /^([:@#*.[(]|(v|x|ng|data-bind)-)/.test(name));
}

/** Whether scripts may set what the HTML of a tag lacks. */
export function hasOtherScripts({ scripts, file }: PageEvidence): boolean {
  return scripts.some((script) => script !== file?.script);
}

/** Whether the page may load an address. An http page may load anything, and loopback is secure. */
export function isSecureFor({ url, base }: PageEvidence, address: string | undefined): boolean {
  const target = toAddress(address, base);
  if (url.protocol !== 'https:' || target?.protocol !== 'http:') return true;
  return isLoopback(target.hostname);
}

function isPolicy({ name, attributes }: PageElement): boolean {
  return name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy';
}

/**
 * Returns the policies of a `<meta>`, without the two directives that browsers ignore there:
 * https://html.spec.whatwg.org/#attr-meta-http-equiv-content-security-policy
 */
function toMetaPolicies(content: string | undefined): Policy[] {
  return parsePolicies(content).map((policy) => {
    const kept = [...policy].filter(([name]) => name !== 'sandbox' && name !== 'frame-ancestors');
    return new Map(kept);
  });
}

function toBase(elements: readonly PageElement[], url: URL): URL {
  const base = elements.find(({ name, attributes }) => name === 'base' && attributes.href);
  return toAddress(base?.attributes.href, url) ?? url;
}

/** Fetches the script whose address has the package's name. */
async function fetchFile(
  scripts: readonly PageElement[],
  pageUrl: URL,
  base: URL,
  { clock, signal }: PageAddress,
): Promise<PageEvidence['file']> {
  const script = scripts.find(({ attributes }) => attributes.src?.includes(TAG));
  const url = toAddress(script?.attributes.src, base);
  if (!script || !url || !/^https?:$/.test(url.protocol)) return null;
  try {
    const headers = { Origin: pageUrl.origin, 'Sec-Fetch-Dest': 'script' };
    const answer = await callHttp({ url, headers, longest: LONGEST_FILE, clock, signal });
    return { script, url, answer };
  } catch (error) {
    if (!(error instanceof HttpCallError)) throw error;
    return { script, url, answer: null };
  }
}
