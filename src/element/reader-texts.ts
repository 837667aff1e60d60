import { TEXTS_EVENT, type DashboardTexts } from '../locales/dashboard-texts.ts';
import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { DashboardStatus } from './status.ts';

const ENGLISH: DashboardTexts = {
  label: 'Dashboard',
  loading: 'Loading…',
  trying: 'Still trying…',
  expired: 'This dashboard has expired.',
  'logged-out': 'You’ve been signed out.',
  forbidden: 'You don’t have access to this dashboard.',
  'forbidden-selection': 'You don’t have access to this selection.',
  'not-found': 'This dashboard doesn’t exist.',
  offline: 'You’re offline.',
  unavailable: 'This dashboard isn’t available right now.',
  broken: 'This dashboard can’t be shown.',
  retry: 'Trying again {time}.',
  reload: 'Try again',
  login: 'Sign in',
};

/** The texts of a language, with the tag by which `Intl` formats its durations. */
export interface ReaderTexts extends DashboardTexts {
  readonly lang: string;
}

/** The texts of each language that an element of the page has, by its tag. Empty after a locale was added. */
const found = new Map<string, ReaderTexts>();
globalThis.addEventListener?.(TEXTS_EVENT, () => found.clear());

/** Returns the texts in the language of an element: that of the closest `lang`, through shadow roots. */
export function textsOf(element: Element): ReaderTexts {
  const lang = langOf(element);
  const texts = found.get(lang) ?? findTexts(lang);
  found.set(lang, texts);
  return texts;
}

/** The state of an element that a message describes to readers. */
export interface MessageSubject {
  readonly status: DashboardStatus;
  readonly error: DashboardError | null;
  /** Whether the reader has made a choice on the page. */
  readonly hasChoice: boolean;
  readonly texts: DashboardTexts;
}

/**
 * Returns the text for a status, and for its error if it has one; empty if there is nothing to say. `isSlow` says that
 * the dashboard has been loading for some time.
 */
export function toMessage(
  { status, error, hasChoice, texts }: MessageSubject,
  isSlow: boolean,
): string {
  if (status === 'loading') return error ? texts.trying : isSlow ? texts.loading : '';
  if (status === 'failed') {
    const isSelection = hasChoice && error!.code === 'forbidden';
    return isSelection ? texts['forbidden-selection'] : toErrorText(texts, error!);
  }
  return status === 'expired' || status === 'logged-out' ? texts[status] : '';
}

/** Returns the sentence about an attempt in this number of seconds. */
export function toRetryText({ retry, lang }: ReaderTexts, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(lang);
  const time =
    seconds < 100
      ? format.format(seconds, 'second')
      : format.format(Math.round(seconds / 60), 'minute');
  return retry.replace('{time}', time);
}

function toErrorText(texts: DashboardTexts, { code, retryable }: DashboardError): string {
  // Most codes have no text of their own.
  return texts[code as 'offline'] ?? texts[retryable ? 'unavailable' : 'broken'];
}

function langOf(element: Element): string {
  const closest = element.closest<HTMLElement>('[lang]');
  if (closest) return closest.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langOf(root.host) : '';
}

function findTexts(lang: string): ReaderTexts {
  const all = globalThis.embeddedDashboardTexts ?? {};
  const wanted = toParts(lang);
  /** From 0 to 3. */
  const closeness = (tag: string): number => {
    const parts = [...toParts(tag), ''];
    return parts.findIndex((part, index) => part !== wanted[index]);
  };
  const [best = 'en'] = Object.keys(all)
    .filter(closeness)
    .toSorted((a, b) => closeness(b) - closeness(a));
  return { ...ENGLISH, ...all[best], lang: best };
}

/** Returns language, script and the whole tag of a locale, from most to least important; nothing for a malformed one. */
function toParts(lang: string): (string | undefined)[] {
  try {
    const locale = new Intl.Locale(lang);
    const { language, script } = locale.maximize();
    return [language, script, locale.baseName.toLowerCase()];
  } catch {
    return [];
  }
}
