import type { IncomingHttpHeaders } from 'node:http';
import { allowsAddress, allowsOthers, parsePolicies } from './content-security-policy.ts';

/** Whether X-Frame-Options allows the frame. Browsers ignore this old header next to `frame-ancestors`. */
export function isFrameOption(
  headers: IncomingHttpHeaders,
  serviceUrl: string,
  embedder: string | undefined,
): boolean {
  const option = String(headers['x-frame-options'] ?? '').toLowerCase();
  const policies = parsePolicies(headers['content-security-policy']);
  if (policies.some((policy) => policy.has('frame-ancestors'))) return true;
  const isOwn = embedder === new URL(serviceUrl).origin;
  return !/deny|sameorigin/.test(option) || (option === 'sameorigin' && isOwn);
}

/**
 * Whether `frame-ancestors` allows the page. Without a known page, only a policy that allows no other origin is wrong.
 */
export function isFrameAllowed(
  headers: IncomingHttpHeaders,
  serviceUrl: string,
  embedder: string | undefined,
): boolean {
  const policies = parsePolicies(headers['content-security-policy']);
  const display = new URL(serviceUrl);
  return embedder
    ? allowsAddress(policies, 'frame-ancestors', new URL(embedder), display)
    : allowsOthers(policies, 'frame-ancestors');
}
