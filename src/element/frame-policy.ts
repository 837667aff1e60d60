const VIOLATION = 'securitypolicyviolation';

/** Called with the origin of a frame that the page's Content-Security-Policy has blocked. */
export type OnBlocked = (origin: string) => void;

const listeners = new Set<OnBlocked>();

/** From now on `onBlocked` is called for each blocked frame of the page. */
export function watchPolicy(onBlocked: OnBlocked): void {
  if (!listeners.size) document.addEventListener(VIOLATION, onViolation);
  listeners.add(onBlocked);
}

export function unwatchPolicy(onBlocked: OnBlocked): void {
  if (!listeners.delete(onBlocked) || listeners.size) return;
  document.removeEventListener(VIOLATION, onViolation);
}

function onViolation(violation: SecurityPolicyViolationEvent): void {
  const { effectiveDirective, disposition, blockedURI } = violation;
  if (effectiveDirective !== 'frame-src' || disposition === 'report') return;
  // Not an address for `data:` and the like, where it is a word.
  if (!URL.canParse(blockedURI)) return;
  const { origin } = new URL(blockedURI);
  for (const onBlocked of [...listeners]) onBlocked(origin);
}
