import type { TokenGrant } from '../protocol/token.ts';
import { now } from './refresh-clock.ts';

/** A frame that came with the page, and the token in its address. */
export interface RenderedFrame extends TokenGrant {
  iframe: HTMLIFrameElement;
  /** When the page was asked for, in milliseconds of {@link now}: the token is not older. */
  askedAt: number;
}

/** Frames that nobody has taken over yet. */
export const RENDERED = '[data-expires-in]';

/**
 * Takes over the frame that the host's `render` put into the page. It goes, and there is `null`, where
 * the page came from the history or a cache: its token may have ended long ago.
 */
export function takeRenderedFrame(root: ShadowRoot): RenderedFrame | null {
  const iframe = root.querySelector<HTMLIFrameElement>(RENDERED);
  if (!iframe) return null;
  const [, baseUrl, token] = /(.+)\/Tdb\/([^?]+)/.exec(iframe.src)!;
  const expiresIn = +iframe.dataset.expiresIn!;
  iframe.removeAttribute('data-expires-in');
  const [{ type, transferSize, encodedBodySize }] = performance.getEntriesByType('navigation') as [
    PerformanceNavigationTiming,
  ];
  // WebKit tells no sizes of what it did not have to ask for.
  if (type !== 'back_forward' && transferSize > encodedBodySize) {
    return { iframe, token: token!, baseUrl, expiresIn, askedAt: now() - performance.now() };
  }
  iframe.remove();
  return null;
}
