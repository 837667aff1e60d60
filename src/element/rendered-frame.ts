import { lifetimeSeconds, type TokenGrant } from '../protocol/token.ts';
import { readFilters, type FrameSettings } from './dashboard-frame.ts';
import { now } from './page-clock.ts';
import type { TokenSource } from './token-source.ts';

/** A frame that came with the page, and the grant in its address. Times are those of {@link now}. */
export interface RenderedFrame {
  iframe: HTMLIFrameElement;
  grant: TokenGrant;
  /** The time of the page's request: the token is not older. */
  askedAt: number;
  expiresAt: number;
}

/**
 * Takes the frame that the host's `render` put into the page, for an element that wants this dashboard and
 * has not made its own frame. Removes it and returns `null` if it shows another dashboard, another choice or
 * other first choices, or if its token may have expired: a page from the history or from a cache may be old.
 */
export function takeRenderedFrame(
  element: FrameSettings,
  source: TokenSource | null,
): RenderedFrame | null {
  const iframe = element.renderRoot.querySelector('iframe');
  if (!iframe) return null;
  const { dataset } = iframe;
  const expiresIn = lifetimeSeconds(Number(dataset.expiresIn));
  const [, baseUrl, token] = /(.+)\/Tdb\/([^?]+)/.exec(iframe.src) ?? [];
  const askedAt = now() - performance.now();
  const expiresAt = askedAt + 1000 * expiresIn;
  const isWanted =
    dataset.dashboardGuid === source?.dashboardGuid &&
    dataset.choice === source?.choice &&
    dataset.filters === readFilters({ element, report() {} });
  const isAlive = dataset.expiresIn !== undefined && isPageFresh() && now() < expiresAt;
  if (token && isWanted && isAlive) {
    return { iframe, grant: { token, baseUrl, expiresIn }, askedAt, expiresAt };
  }
  iframe.remove();
  return null;
}

/** Whether the page itself came from the server just now. */
function isPageFresh(): boolean {
  // Without the entry, as in Firefox with its protection against fingerprinting, the age of the page is
  // unknown.
  const [page] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?];
  return (
    page !== undefined && page.type !== 'back_forward' && page.transferSize > page.encodedBodySize
  );
}
