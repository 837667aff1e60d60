import { DashboardError, type DashboardErrorCode } from '../protocol/dashboard-error.ts';
import { DashboardErrorEvent } from '../protocol/dashboard-error-event.ts';
import type { LiveFrame } from '../protocol/live-frame.ts';
import { hostOf, type Memory } from './memory.ts';

/** The error code for each reason for which a page shows no dashboard. */
const CODES: Record<string, DashboardErrorCode> = {
  expired: 'bad-token',
  'signed-out': 'bad-token',
  forbidden: 'forbidden',
  'not-found': 'not-found',
  unavailable: 'server',
};

/** A page that refuses later than this after its load has accepted its token. It may never say that it is ready. */
const ACCEPTED_MS = 60_000;

/**
 * Acts on a page that shows a refusal in place of its dashboard. The frame on screen stays. The second refusal in a row
 * is the last one. Nobody is signed out by it: only the host does that.
 */
export function refuse(frame: LiveFrame, memory: Memory, reason: unknown): void {
  const code = Object.hasOwn(CODES, String(reason)) && CODES[String(reason)];
  if (!code) return;
  const { origin } = new URL(frame.iframe.src);
  const message = `The dashboard of ${origin} says: ${String(reason)}.`;
  // The page may be that of a prepared frame.
  const root = frame.iframe.getRootNode() as ShadowRoot;
  const isBehind = frame.iframe.inert && root.querySelector('iframe:not([inert])');
  if (code === 'server') {
    if (isBehind) return frame.fail(code, message, true);
    const error = new DashboardError(code, message, { retryable: true });
    hostOf(frame).dispatchEvent(new DashboardErrorEvent(error));
  } else if (frame.isRefused) {
    // The page says it again while it waits for the new token.
  } else if (memory.isRefused && Date.now() - frame.loadedAt < ACCEPTED_MS) {
    frame.fail(code, message, false);
  } else {
    memory.isRefused = true;
    frame.isRefused = true;
    frame.renew();
    if (isBehind) frame.fail(code, message, true);
  }
}
