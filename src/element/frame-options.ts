import { DashboardError } from '../protocol/dashboard-error.ts';
import { displayUrl, parseBaseUrl } from '../protocol/display-url.ts';
import type { EmbeddedDashboardElement } from './embedded-dashboard.ts';
import { toServiceColor } from './service-color.ts';
import type { LiveGrant } from './token-session.ts';
import { misconfigured } from './token-source.ts';

/** What a frame is made of; it never changes, a new frame takes its place. */
export interface FrameOptions {
  src: string;
  title: string;
  sandbox: string;
  allow: string;
  referrerPolicy: string;
}

/** Addresses that an https page may not show; the machine's own are as good as https. */
const INSECURE = /^http:\/\/(?!localhost\b|127\.|\[::1\])/;

/**
 * The frame in which `element` shows a dashboard with this token. `onBadColor` hears of each value
 * that is no colour; the frame goes without it.
 * @throws {DashboardError} where the dashboard's address is not known, or not allowed.
 */
export function toFrameOptions(
  element: EmbeddedDashboardElement,
  { token, baseUrl: grantedUrl }: LiveGrant,
  isDark: boolean,
  onBadColor: (complaint: string) => void,
): FrameOptions {
  const { label: title, sandbox, allow, referrerPolicy, color, backgroundColor } = element;
  const baseUrl = parseBaseUrl(element.baseUrl || grantedUrl || '');
  if (!baseUrl) throw misconfigured('Set base-url, or answer with a baseUrl.');
  if (location.protocol === 'https:' && INSECURE.test(baseUrl)) {
    throw new DashboardError('mixed-content', 'An https page needs an https base-url.');
  }
  const toColor = (attribute: string, value: string | null): string | null => {
    const serviceColor = value && toServiceColor(value, element.renderRoot);
    if (value && !serviceColor) onBadColor(`${attribute} is no CSS colour: ${value}`);
    return serviceColor;
  };
  const src = displayUrl(baseUrl, token, {
    theme: isDark ? 'dark' : null,
    color: toColor('color', color),
    backgroundColor: toColor('background-color', backgroundColor),
  });
  return { src, title, sandbox, allow, referrerPolicy };
}
