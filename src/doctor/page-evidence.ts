import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { parsePolicies, type Policy } from './content-security-policy.ts';
import { callHttp, type HttpAnswer, HttpCallError } from './http-call.ts';

/** A page to check. */
export interface PageAddress {
  url: string;
  /** Headers that make the call that of a user who is logged in, such as `Cookie`. */
  headers?: Readonly<Record<string, string>>;
  /** The dashboard service, if the tag does not name it. */
  serviceUrl?: string;
  signal?: AbortSignal;
}

/** An element of the page's HTML. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The text of a script. */
  text: string;
  /** Whether its start tag ends with `/>`. */
  isSelfClosed: boolean;
}

/** A page as its server sends it. */
export interface PageEvidence {
  page: PageAddress;
  answer: HttpAnswer;
  /** The address that relative addresses of the page start from. */
  base: URL;
  /** The `<embedded-dashboard>` tags. */
  tags: PageElement[];
  /** The elements whose names look like misspellings of the tag. */
  misspelled: PageElement[];
  scripts: PageElement[];
  policies: Policy[];
  /** The file with the element, if a script names it, and its answer. */
  file: { script: PageElement; url: URL; answer: HttpAnswer | null } | null;
}

const TAG = 'embedded-dashboard';
/** Names that begin with similar words. Frameworks render such tags of their own, such as `app-dashboard`. */
const MISSPELLED = /^(embed+e?d?|embbedd?ed|embeded)[-_]?dash-?boards?$/;
const LONGEST_PAGE = 4 * 1024 * 1024;
const LONGEST_FILE = 1024 * 1024;

/** Fetches a page and reads its HTML. Throws {@link HttpCallError} if the page cannot be reached. */
export async function gatherPageEvidence(page: PageAddress): Promise<PageEvidence> {
  const url = new URL(page.url);
  const headers = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document', ...page.headers };
  const answer = await callHttp({ url, headers, longest: LONGEST_PAGE, signal: page.signal });
  const elements = [...walk(parse(answer.body, { sourceCodeLocationInfo: true }), answer.body)];
  const base = toBase(elements, url);
  const scripts = elements.filter(({ name }) => name === 'script');
  return {
    page,
    answer,
    base,
    tags: elements.filter(({ name }) => name === TAG),
    misspelled: elements.filter(({ name }) => name !== TAG && MISSPELLED.test(name)),
    scripts,
    policies: [
      ...parsePolicies(answer.headers['content-security-policy']),
      ...elements.filter(isPolicy).flatMap(({ attributes }) => parsePolicies(attributes.content)),
    ],
    file: await fetchFile(scripts, base, page.signal),
  };
}

/** Returns an attribute's address; `null` for one that is missing or not valid. */
export function toAddress(value: string | undefined, base: URL): URL | null {
  return value?.trim() && URL.canParse(value, base) ? new URL(value, base) : null;
}

/** Whether the HTML does not show what a tag will have. Templates bind by `:name`, `@name`, `[name]` or `v-name`. */
export function isSetByScript({ attributes }: PageElement): boolean {
  const names = Object.keys(attributes);
  return names.length === 0 || names.some((name) => /^([^a-z]|v-)/.test(name));
}

/** Whether the page may load an address. An http page may load anything, and loopback is secure. */
export function isSecureFor({ base }: PageEvidence, address: string | undefined): boolean {
  const url = toAddress(address, base);
  if (base.protocol !== 'https:' || url?.protocol !== 'http:') return true;
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
}

function* walk(node: Tree.Node, html: string): Generator<PageElement> {
  if ('tagName' in node) yield toElement(node, html);
  if ('content' in node) yield* walk(node.content, html);
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child, html);
}

function toElement(node: Tree.Element, html: string): PageElement {
  const attributes = node.attrs.map(({ name, value }) => [name, value] as const);
  const texts = node.childNodes.map((child) => ('value' in child ? child.value : ''));
  const end = node.sourceCodeLocation?.startTag?.endOffset ?? 0;
  return {
    name: node.tagName,
    attributes: Object.fromEntries(attributes),
    text: texts.join(''),
    isSelfClosed: html.slice(end - 2, end) === '/>',
  };
}

function isPolicy({ name, attributes }: PageElement): boolean {
  return name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy';
}

function toBase(elements: readonly PageElement[], url: URL): URL {
  const base = elements.find(({ name, attributes }) => name === 'base' && attributes.href);
  return toAddress(base?.attributes.href, url) ?? url;
}

/** Fetches the script whose address has the package's name. */
async function fetchFile(
  scripts: readonly PageElement[],
  base: URL,
  signal: AbortSignal | undefined,
): Promise<PageEvidence['file']> {
  const script = scripts.find(({ attributes }) => attributes.src?.includes(TAG));
  const url = toAddress(script?.attributes.src, base);
  if (!script || !url || !/^https?:$/.test(url.protocol)) return null;
  try {
    const headers = { Origin: base.origin, 'Sec-Fetch-Dest': 'script' };
    const answer = await callHttp({ url, headers, longest: LONGEST_FILE, signal });
    return { script, url, answer };
  } catch (error) {
    if (!(error instanceof HttpCallError)) throw error;
    return { script, url, answer: null };
  }
}
