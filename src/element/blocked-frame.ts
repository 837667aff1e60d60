import { parseUrl } from '../protocol/parse-url.ts';

/** Whether an event says that the page's policy has blocked a frame. */
export function isBlocked({ src }: HTMLIFrameElement, event?: Event): boolean {
  if (event?.type !== 'securitypolicyviolation') return false;
  const { effectiveDirective, disposition, blockedURI } = event as SecurityPolicyViolationEvent;
  if (effectiveDirective !== 'frame-src' || disposition === 'report') return false;
  return toOrigin(blockedURI) === toOrigin(src);
}

/**
 * Returns the origin of an address; an empty string for anything else. A violation names `data:` and the like by a
 * word.
 */
export function toOrigin(address: string): string {
  return parseUrl(address)?.origin ?? '';
}
