import { toDisplayOptions, type GivenDisplayOptions } from '../protocol/display-parameters.ts';
import { displayUrl, parseBaseUrl } from '../protocol/display-url.ts';
import { toComputedColor } from './computed-color.ts';
import { misconfigured, toError } from './failure.ts';
import type { LiveGrant } from './token-session.ts';

/** The settings of an element that shape its frame. */
export interface FrameSettings extends Readonly<Required<GivenDisplayOptions>> {
  readonly renderRoot: ShadowRoot;
  readonly baseUrl: string | null;
  readonly sandbox: string;
  readonly allow: string;
  readonly referrerPolicy: string;
}

/** Addresses that an https page must not show. Browsers trust the machine's own like https. */
const INSECURE = /^http:\/\/(?!localhost\b|127\.|\[::1\])/;

/** The rest that a frame depends on, besides its settings. */
export interface FrameContext {
  readonly isDark: boolean;
  /** The accessible name. */
  readonly title: string;
  /** Called for each value that is not a color; the frame is made without it. */
  readonly onBadColor: (message: string) => void;
}

/**
 * A frame that shows the dashboard of this token, not on the page yet.
 * @throws {DashboardError} if the dashboard's address is not known, or not allowed.
 */
export function createFrame(
  settings: FrameSettings,
  grant: LiveGrant,
  { isDark, title, onBadColor }: FrameContext,
): HTMLIFrameElement {
  const { sandbox, allow, referrerPolicy } = settings;
  const baseUrl = parseBaseUrl(settings.baseUrl || grant.baseUrl || '');
  if (!baseUrl) throw misconfigured('Set base-url, or answer with a baseUrl.');
  if (location.protocol === 'https:' && INSECURE.test(baseUrl)) {
    throw toError('mixed-content', { at: baseUrl });
  }
  const read = (property: keyof GivenDisplayOptions): string | null => {
    if (property === 'theme') return isDark ? 'dark' : null;
    return settings[property];
  };
  const toColor = (value: string | null | undefined, name: string): string | null => {
    if (!value) return null;
    const color = toComputedColor(value, settings.renderRoot);
    if (!color) onBadColor(`${name} is not a CSS color: ${value}`);
    return color;
  };
  const options = toDisplayOptions(read, toColor);
  const src = displayUrl(baseUrl, grant.token, options);
  const iframe = document.createElement('iframe');
  iframe.part.add('frame');
  // The address is set once, before the frame is on the page: later ones would fill its history.
  // An inert frame is transparent by its style. It paints at its real size, unlike a hidden one.
  return Object.assign(iframe, { src, title, sandbox, allow, referrerPolicy, inert: true });
}

/** Equal for frames that show the same, if their tokens do: the title may change in place. */
export function toAppearance({ src, sandbox, allow, referrerPolicy }: HTMLIFrameElement): string {
  return JSON.stringify([src.replace(/Tdb\/[^?]+/, ''), sandbox.value, allow, referrerPolicy]);
}
