import { displayUrl, parseBaseUrl } from '../protocol/display-url.ts';
import { toComputedColor } from './computed-color.ts';
import { misconfigured, toError } from './failure.ts';
import type { LiveGrant } from './token-session.ts';

/** The attributes of a frame. They never change: a new frame takes its place. */
export interface FrameOptions {
  src: string;
  /** The frame's accessible name, the one option that may change in place. */
  title: string;
  sandbox: string;
  allow: string;
  referrerPolicy: string;
}

/** A frame with the token that it shows. */
export interface DashboardFrame {
  readonly iframe: HTMLIFrameElement;
  readonly grant: LiveGrant;
  /** All options but the title: equal for frames that show the same. */
  readonly appearance: string;
}

/** The settings of an element that shape its frame. */
export interface FrameSettings {
  readonly renderRoot: ShadowRoot;
  readonly label: string;
  readonly baseUrl: string | null;
  readonly color: string | null;
  readonly backgroundColor: string | null;
  readonly sandbox: string;
  readonly allow: string;
  readonly referrerPolicy: string;
}

/** Addresses that an https page must not show. Browsers trust the machine's own like https. */
const INSECURE = /^http:\/\/(?!localhost\b|127\.|\[::1\])/;

/**
 * The options of a frame for this token. `onBadColor` is called for each value that is not a color; the
 * frame is made without it.
 * @throws {DashboardError} if the dashboard's address is not known, or not allowed.
 */
export function toFrameOptions(
  settings: FrameSettings,
  grant: LiveGrant,
  isDark: boolean,
  onBadColor: (message: string) => void,
): FrameOptions {
  const { label: title, sandbox, allow, referrerPolicy, color, backgroundColor } = settings;
  const baseUrl = parseBaseUrl(settings.baseUrl || grant.baseUrl || '');
  if (!baseUrl) throw misconfigured('Set base-url, or answer with a baseUrl.');
  if (location.protocol === 'https:' && INSECURE.test(baseUrl)) throw toError('mixed-content');
  const toColor = (attribute: string, value: string | null): string | null => {
    const serviceColor = value && toComputedColor(value, settings.renderRoot);
    if (value && !serviceColor) onBadColor(`${attribute} is not a CSS color: ${value}`);
    return serviceColor;
  };
  const src = displayUrl(baseUrl, grant.token, {
    theme: isDark ? 'dark' : null,
    color: toColor('color', color),
    backgroundColor: toColor('background-color', backgroundColor),
  });
  return { src, title, sandbox, allow, referrerPolicy };
}

/** A frame that is not on the page yet. */
export function createFrame(grant: LiveGrant, options: FrameOptions): DashboardFrame {
  const iframe = document.createElement('iframe');
  iframe.part.add('frame');
  // The address is set once, before the frame is on the page: later ones would fill its history.
  // An inert frame is transparent by its style. It paints at its real size, unlike a hidden one.
  Object.assign(iframe, options, { inert: true });
  return { iframe, grant, appearance: toAppearance(options) };
}

/** A frame that came with the page, as if it had been made for `grant`. */
export function adoptFrame(
  iframe: HTMLIFrameElement,
  token: string,
  grant: LiveGrant,
): DashboardFrame {
  const { sandbox, allow, referrerPolicy, title } = iframe;
  // Two equal elements may have been rendered with a token each; they share one from now on.
  const src = iframe.src.replace(token, () => grant.token);
  const options = { src, title, sandbox: sandbox.value, allow, referrerPolicy };
  return { iframe, grant, appearance: toAppearance(options) };
}

/** Equal for options that differ in the title at most. */
export function toAppearance({ src, sandbox, allow, referrerPolicy }: FrameOptions): string {
  return JSON.stringify([src, sandbox, allow, referrerPolicy]);
}
