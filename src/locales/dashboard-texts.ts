/** The texts that readers see, in one language. */
export interface DashboardTexts {
  /** The accessible name of a dashboard without a `label`. */
  label: string;
  /** The dashboard takes long to load. */
  loading: string;
  /** The first attempts to load it have failed, and the next one is under way or comes soon. */
  trying: string;
  /** The dashboard has expired, and there is no new one yet. */
  expired: string;
  /** The session has ended. */
  'logged-out': string;
  /** The reader may not see this dashboard. */
  forbidden: string;
  /** The reader may not see this dashboard with the chosen parameters. */
  'forbidden-selection': string;
  /** The dashboard does not exist, or no longer. */
  'not-found': string;
  /** The browser is offline. */
  offline: string;
  /** A transient failure. */
  unavailable: string;
  /** A permanent failure, which somebody has to fix. */
  broken: string;
  /** The sentence about the next attempt; `{time}` is replaced by a text such as "in 12 seconds". */
  retry: string;
  /** The button that loads the dashboard again. */
  reload: string;
  /** The link to the sign-in page. */
  login: string;
}

declare global {
  /**
   * The texts of all languages of the page, by language tags in lower case. Every copy of the element
   * reads them, so it does not matter whether the element or a language is loaded first.
   */
  var embeddedDashboardTexts: Record<string, Partial<DashboardTexts>> | undefined;
}

/** The type of the event on `window` after a change of `embeddedDashboardTexts`. */
export const TEXTS_EVENT = 'embedded-dashboard-texts';

/**
 * Replaces texts of a language for all elements of the page.
 * @throws {RangeError} for a malformed language tag.
 */
export function addTexts(lang: string, texts: Partial<DashboardTexts>): void {
  const all = (globalThis.embeddedDashboardTexts ??= {});
  const tag = toTag(lang);
  all[tag] = { ...all[tag], ...texts };
  // A server has no `dispatchEvent`.
  globalThis.dispatchEvent?.(new Event(TEXTS_EVENT));
}

function toTag(lang: string): string {
  return new Intl.Locale(lang).baseName.toLowerCase();
}

/** Adds a language. The page's own texts take precedence, whichever come first. Returns `texts`. */
export function addLocale(lang: string, texts: DashboardTexts): DashboardTexts {
  addTexts(lang, { ...texts, ...globalThis.embeddedDashboardTexts?.[toTag(lang)] });
  return texts;
}
