import { type Language, LANGUAGES } from './words/languages.ts';
import type { PageWords } from './words/page-words.ts';

/** The side on which lines begin. */
export type Direction = 'ltr' | 'rtl';

/** The language of a page. */
export interface PageLocale {
  /** The value of `lang`. */
  tag: string;
  direction: Direction;
  /** The locale of numbers and dates, with everything that servers and browsers may choose differently. */
  formats: string;
  words: PageWords;
  /** The language of {@link words}. */
  language: Language;
}

/** ISO 15924. `Intl.Locale` tells the direction too, but not in every Node that the service supports. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

const CANDIDATES = (Object.keys(LANGUAGES) as Language[]).map((tag) => {
  const { language, script } = new Intl.Locale(tag).maximize();
  return { tag, language, script };
});

/** The language of a page from a well-formed BCP 47 tag. */
export function toPageLocale(tag: string): PageLocale {
  const locale = new Intl.Locale(tag);
  const { script = '' } = locale.maximize();
  const language = findLanguage(locale.baseName, locale.language, script);
  return {
    tag: locale.toString(),
    direction: RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr',
    formats: toFormats(tag),
    words: LANGUAGES[language],
    language,
  };
}

/** The full tag, then its language and script (`zh-HK` finds `zh-TW`), then its language, then English. */
function findLanguage(baseName: string, language: string, script: string): Language {
  const found =
    CANDIDATES.find(({ tag }) => tag === baseName) ??
    CANDIDATES.find((each) => each.language === language && each.script === script) ??
    CANDIDATES.find((each) => each.language === language);
  return found?.tag ?? 'en';
}

/** Names the digits and the calendar: the default ones of `ar` differ between versions of ICU. */
function toFormats(tag: string): string {
  // Without the second tag, an unknown one means the language of the machine.
  const { locale, numberingSystem, calendar } = new Intl.DateTimeFormat([
    tag,
    'en',
  ]).resolvedOptions();
  return new Intl.Locale(locale, { numberingSystem, calendar }).toString();
}
