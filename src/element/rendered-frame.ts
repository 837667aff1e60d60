import { lifetimeSeconds, type TokenGrant } from '../protocol/token.ts';
import type { EmbeddedDashboardElement } from './embedded-dashboard.ts';
import { now } from './refresh-clock.ts';

/** A frame that came with the page, and the token in its address. */
export interface RenderedFrame extends TokenGrant {
  iframe: HTMLIFrameElement;
  /** When the page was asked for, in milliseconds of {@link now}: the token is not older. */
  askedAt: number;
  /** When the token ends, in milliseconds of {@link now}. */
  expiresAt: number;
}

/** Frames that nobody has taken over yet. */
export const RENDERED = '[data-expires-in]';

/**
 * Takes over the frame that the host's `render` put into the page. It goes, and there is `null`, where
 * it is another dashboard's by now, or its token may have ended: long ago, in a page from the history
 * or a cache.
 */
export function takeRenderedFrame(root: ShadowRoot): RenderedFrame | null {
  const iframe = root.querySelector<HTMLIFrameElement>(RENDERED);
  if (!iframe) return null;
  const { dashboardGuid } = root.host as EmbeddedDashboardElement;
  const expiresIn = lifetimeSeconds(+iframe.dataset.expiresIn!);
  const [, baseUrl, token] = /(.+)\/Tdb\/([^?]+)/.exec(iframe.src) ?? [];
  // None where Firefox resists fingerprinting: then nobody knows how old the page is.
  const [page] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?];
  const askedAt = now() - performance.now();
  const expiresAt = askedAt + 1000 * expiresIn;
  const isNew =
    page &&
    page.type !== 'back_forward' &&
    page.transferSize > page.encodedBodySize &&
    now() < expiresAt;
  iframe.removeAttribute('data-expires-in');
  if (token && isNew && iframe.dataset.dashboardGuid === dashboardGuid) {
    return { iframe, token, baseUrl, expiresIn, askedAt, expiresAt };
  }
  iframe.remove();
  return null;
}
