import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { DashboardHostError, DashboardHostErrorCode } from '../dashboard-host-error.ts';

/** The sentences name no cause: readers cannot change it. */
const LATER = 'This dashboard cannot be shown right now. Please try again later.';
const BUSY = 'Many dashboards are being opened right now. Please try again in a moment.';
const INCOMPLETE = 'This address is not complete. Please open the dashboard again.';

/** The sentences for readers who open a dashboard as a page. */
const SENTENCES: Readonly<Record<DashboardHostErrorCode, string>> = {
  config: LATER,
  unauthenticated: 'Please sign in to see this dashboard.',
  forbidden: 'You do not have access to this dashboard.',
  'not-found': 'This dashboard does not exist.',
  'bad-request': INCOMPLETE,
  'method-not-allowed': INCOMPLETE,
  'unsupported-media-type': INCOMPLETE,
  'cross-site': 'This dashboard cannot be shown inside another page.',
  'too-large': INCOMPLETE,
  'rate-limited': BUSY,
  overloaded: BUSY,
  'upstream-unreachable': LATER,
  'upstream-timeout': LATER,
  'upstream-redirect': LATER,
  'upstream-status': LATER,
  'upstream-bad-token': LATER,
};

const STYLE =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}' +
  'body{display:grid;min-height:90vh;place-content:center;margin:1rem;text-align:center}';

/** The headers of {@link renderErrorPage}. Nothing of the request is in the page. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hashOf(STYLE)}'; frame-ancestors 'none'`,
};

/** Returns a short page for readers. The link's empty address is that of the page itself. */
export function renderErrorPage({ code, retryable }: DashboardHostError): string {
  const again = retryable ? '<p><a href="">Try again</a></p>' : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Dashboard</title>
<style>${STYLE}</style>
<main><p>${SENTENCES[code]}</p>${again}</main>
</html>
`;
}

function hashOf(text: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
}
