import { toFilterQuery, type GivenFilters } from '../protocol/dashboard-filters.ts';
import { toDisplayQuery, type GivenDisplayOptions } from '../protocol/display-parameters.ts';
import { displayUrl, parseBaseUrl } from '../protocol/display-url.ts';
import { toComputedColor } from './computed-color.ts';
import { isDark } from './color-scheme.ts';
import { Failure, misconfigured } from './failure.ts';
import type { LiveGrant } from './live-grant.ts';
import type { DashboardFrame } from './stacked-frame.ts';
import { textsOf } from './reader-texts.ts';
import { isSameSource, readSetting } from './token-source.ts';

/** The settings of an element that shape its frame. */
export interface FrameSettings extends Readonly<Required<GivenDisplayOptions>> {
  readonly renderRoot: ShadowRoot;
  readonly label: string | null;
  readonly baseUrl: string | null;
  readonly filters: GivenFilters | null;
  readonly sandbox: string;
  readonly allow: string;
  readonly referrerPolicy: string;
}

/** Addresses that an https page must not show. Browsers trust those of the local machine like https. */
const INSECURE = /^http:\/\/(?!localhost\b|127\.|\[::1\])/;

/** An element with a frame. */
export interface FrameOwner {
  readonly element: FrameSettings;
  /** Reports a mistake in a setting without which the dashboard still shows, once. */
  report(message: string): void;
}

/** The query of an address with a color of 8 digits. */
const TRANSLUCENT = /\$\w{8}\b/;

/**
 * Creates a frame that shows the dashboard of this token. The frame is not on the page yet. Reports each value that is
 * not a color, and filters that break a rule, and makes the frame without them. The state of the newest frame replaces
 * equal first choices: the frame has them in its address only if there is none.
 * @throws {DashboardError | Failure} if the dashboard's address is unknown, or not allowed.
 */
export function createFrame(
  owner: FrameOwner,
  grant: LiveGrant,
  newest: DashboardFrame | null,
): HTMLIFrameElement {
  const settings = owner.element;
  const { sandbox, allow, referrerPolicy, renderRoot } = settings;
  const baseUrl = parseBaseUrl(settings.baseUrl || grant.baseUrl || '');
  if (!baseUrl) throw misconfigured('Set base-url, or answer with a baseUrl.');
  if (location.protocol === 'https:' && INSECURE.test(baseUrl)) {
    throw new Failure('mixed-content', { at: baseUrl });
  }
  const read = (property: keyof GivenDisplayOptions): string | null => {
    return property === 'theme' && isDark(settings.theme) ? 'dark' : settings[property];
  };
  const toColor = (value: string | null | undefined, name: string): string | null => {
    if (!value) return null;
    const color = toComputedColor(value, renderRoot);
    if (!color) owner.report(`${name} is not a CSS color: ${value}`);
    return color;
  };
  const filters = readFilters(owner);
  const isKept =
    newest?.hasState &&
    newest.iframe.dataset.filters === filters &&
    isSameSource(newest.grant, grant);
  const query = toDisplayQuery(read, toColor, isKept ? '' : filters);
  const src = displayUrl(baseUrl, grant.token, query);
  const title = settings.label || textsOf(renderRoot.host).label;
  const iframe = document.createElement('iframe');
  iframe.part.add('frame');
  iframe.dataset.filters = filters;
  // Behind a translucent page that has not loaded yet, the busy indicator would be seen.
  const inert = TRANSLUCENT.test(query);
  // Set the address once, before the frame is on the page: later changes would fill the page's history.
  return Object.assign(iframe, { src, title, sandbox, allow, referrerPolicy, inert });
}

/** Returns the first choices of an element as a query. */
export function readFilters(owner: FrameOwner): string {
  try {
    return readSetting('filters', owner.element.filters, toFilterQuery) ?? '';
  } catch (error) {
    owner.report((error as Error).message);
    return '';
  }
}

/**
 * Returns a key that is equal for frames of the same appearance. It ignores the token, the title, which may change in
 * place, and whether the address has the first choices.
 */
export function toAppearance(iframe: HTMLIFrameElement): string {
  const { src, sandbox, allow, referrerPolicy, dataset } = iframe;
  const address = src.replace(/Tdb\/[^?]+|[?&]filter[-.].*/g, '');
  return JSON.stringify([address, dataset.filters, sandbox.value, allow, referrerPolicy]);
}
