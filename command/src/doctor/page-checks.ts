import { createHash } from 'node:crypto';
import { allowsOwnScripts, allowsScript } from './content-security-policy.ts';
import { describeAnswer } from './http-call.ts';
import { isSecureFor, LONGEST_FILE, LONGEST_PAGE, type PageEvidence } from './page-evidence.ts';
import type { PageElement } from './read-html.ts';
import type { Check, Verdict } from './run-checks.ts';
import { isMisspelled } from './tag-attributes.ts';
import { TAG_CHECKS } from './tag-checks.ts';

type PageCheck = Check<PageEvidence>;

/** An address of GetToken with a key, in one of its forms. */
const CALL_TO_SERVICE = /\/Api\/GetToken(\?[^"'`\s]*apiKey=|\/[^/"'`\s]+\/)/i;
const BARE_IMPORT = /\bimport\b[^;'"]*['"]embedded-dashboard['"]/;
const INTEGRITY =
  /^\s*sha(256|384|512)-[\w+/]+=*(\?\S*)?(\s+sha(256|384|512)-[\w+/]+=*(\?\S*)?)*\s*$/;

/** The checks of a page. */
export const PAGE_CHECKS: readonly PageCheck[] = [
  {
    name: 'answers-200',
    fix: 'Name a page that needs no login, or set DASHBOARD_HOST_COOKIE to the cookie of a login.',
    holds: ({ answer, url }) => answer.status === 200 || describeAnswer(answer, url),
  },
  {
    name: 'html',
    fix: 'Name a page in --page: this address does not answer text/html.',
    holds: ({ answer }) =>
      answer.status !== 200 || /^text\/html\b/i.test(answer.headers['content-type'] ?? ''),
  },
  {
    name: 'ends',
    fix: 'Answer a page that ends: the rest of its HTML was not checked.',
    holds: ({ answer }) =>
      !answer.isCut || `Only the first ${toMebibytes(LONGEST_PAGE)} were read.`,
  },
  {
    name: 'tag-name',
    fix: 'Write <embedded-dashboard>.',
    holds: ({ elements }) => {
      const tag = elements.find(({ name }) => isMisspelled(name));
      return !tag || `There is a <${tag.name}>.`;
    },
  },
  ...TAG_CHECKS,
  {
    name: 'no-service-call',
    fix: 'Call GetToken on your server, and make a new key: a script in this page has its address, which contains the API key.',
    holds: ({ scripts, tags }) =>
      ![...scripts.map(({ text }) => text), ...tags.map(toTexts)].some((text) =>
        CALL_TO_SERVICE.test(text),
      ),
  },
  {
    name: 'script',
    fix: 'Add <script src="…/embedded-dashboard.min.js" defer></script>, or import “embedded-dashboard” in your bundle.',
    holds: ({ tags, scripts }) => tags.length === 0 || scripts.length > 0,
  },
  {
    name: 'bare-import',
    fix: 'Import the address of a file in place of “embedded-dashboard”, or add an import map: browsers do not know packages.',
    holds: ({ scripts }) => {
      const hasMap = scripts.some(({ attributes }) => attributes.type === 'importmap');
      return hasMap || !scripts.some(({ text }) => BARE_IMPORT.test(text));
    },
  },
  ofFile(
    'module',
    'Add type="module" to the script: the file has imports.',
    ({ script: { attributes }, answer }) =>
      attributes.type === 'module' || !/^\s*(import|export)\b[^(]/m.test(answer?.body ?? ''),
  ),
  ofFile(
    'script-found',
    'Correct src of the script: its address must answer the file embedded-dashboard.min.js.',
    ({ answer, url }) => {
      if (!answer) return 'The address of the script does not answer.';
      if (answer.status !== 200) return describeAnswer(answer, url);
      if (answer.isCut) return `Only the first ${toMebibytes(LONGEST_FILE)} of it were read.`;
      return (
        /javascript/.test(answer.headers['content-type'] ?? '') ||
        'It answers another type than JavaScript.'
      );
    },
  ),
  ofFile(
    'script-secure',
    'Use https in src of the script: an https page may load nothing over http.',
    ({ url }, page) => isSecureFor(page, url.href),
  ),
  ofFile(
    'integrity',
    'Copy integrity from dist/integrity.json of the version in src: browsers do not run a script with another hash.',
    ({ script: { attributes }, answer }) => {
      const { integrity } = attributes;
      if (!integrity || answer?.status !== 200) return true;
      return INTEGRITY.test(integrity) && hasHash(integrity, answer.bytes);
    },
  ),
  ofFile(
    'crossorigin',
    'Add crossorigin="anonymous" to the script: browsers check integrity of another origin’s script only with it.',
    ({ script: { attributes }, url }, page) =>
      url.origin === page.url.origin ||
      !attributes.integrity ||
      attributes.type === 'module' ||
      attributes.crossorigin !== undefined,
  ),
  ofFile(
    'script-cors',
    'Let the server of the script answer “Access-Control-Allow-Origin: *”, or serve the file from your own origin.',
    ({ script: { attributes }, url, answer }, page) => {
      const isCors = attributes.type === 'module' || attributes.crossorigin !== undefined;
      if (!isCors || url.origin === page.url.origin || !answer) return true;
      return [page.url.origin, '*'].includes(answer.headers['access-control-allow-origin'] ?? '');
    },
  ),
  ofFile(
    'script-version',
    'Name the exact version in src of the script, such as embedded-dashboard@0.1.0: integrity fails with the next release.',
    ({ script: { attributes }, url }) =>
      !attributes.integrity ||
      !/(unpkg\.com|jsdelivr\.net)$/.test(url.hostname) ||
      /@\d+\.\d+\.\d+/.test(url.pathname),
  ),
  ofFile(
    'csp-script-src',
    'Add the origin of the script, or its nonce, to script-src in the Content-Security-Policy of the page.',
    ({ script: { attributes }, url }, page) =>
      allowsScript(page.policies, url, page.url, attributes) ||
      `It needs “script-src ${url.origin}”.`,
  ),
  {
    name: 'csp-sandbox',
    fix: 'Remove the directive “sandbox” from the Content-Security-Policy of the page, or add allow-scripts and allow-same-origin to it.',
    holds: ({ policies }) => allowsOwnScripts(policies),
  },
  {
    name: 'embedder-policy',
    fix: 'Remove “Cross-Origin-Embedder-Policy” from the page: the frame stays empty unless the service answers with it, too.',
    holds: ({ answer, tags }) =>
      tags.length === 0 ||
      !/require-corp|credentialless/.test(
        String(answer.headers['cross-origin-embedder-policy'] ?? ''),
      ),
  },
  {
    name: 'not-cached',
    fix: 'Answer the page with “Cache-Control: no-store”: it holds a token, which is for one user and two hours.',
    holds: ({ answer, elements }) => {
      const frames = elements.filter(({ name }) => name === 'iframe');
      const hasToken = frames.some(({ attributes }) => attributes.src?.includes('/Tdb/'));
      return !hasToken || /\b(no-store|private)\b/.test(answer.headers['cache-control'] ?? '');
    },
  },
];

/** A check of the script that loads the element. */
function ofFile(
  name: string,
  fix: string,
  holds: (file: NonNullable<PageEvidence['file']>, page: PageEvidence) => Verdict,
): PageCheck {
  return { name, fix, holds: (page) => page.file && holds(page.file, page) };
}

function toMebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}

function toTexts({ attributes }: PageElement): string {
  return Object.values(attributes).join(' ');
}

/**
 * Whether one of the entries of the strongest algorithm matches, as browsers check it:
 * https://www.w3.org/TR/SRI/#get-the-strongest-metadata
 */
function hasHash(integrity: string, bytes: Buffer): boolean {
  const entries = [...integrity.matchAll(/(sha\d+)-([\w+/]+=*)/g)];
  const strongest = entries
    .map(([, algorithm = '']) => algorithm)
    .toSorted()
    .at(-1);
  return entries.some(([, algorithm = '', hash]) => {
    return algorithm === strongest && createHash(algorithm).update(bytes).digest('base64') === hash;
  });
}
