import { dateFormat } from '../values/intl-formats.ts';
import { type Language, LANGUAGES } from './languages.ts';
import type { PageWords } from './page-words.ts';

/** The direction of text. */
export type Direction = 'ltr' | 'rtl';

/** The language of a page. */
export interface PageLocale {
  /** The value of `lang`. */
  tag: string;
  direction: Direction;
  /** The locale of numbers and dates. It names all options that servers and browsers may choose differently. */
  formats: string;
  words: PageWords;
  /** The language of {@link words}. */
  language: Language;
}

/** ISO 15924 codes. `Intl.Locale` also knows the direction, but not in every Node version that the service supports. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

const CANDIDATES = (Object.keys(LANGUAGES) as Language[]).map((tag) => {
  const { language, script } = new Intl.Locale(tag).maximize();
  return { tag, language, script };
});

/** Returns the language of a page for a well-formed BCP 47 tag. */
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

/** Tries the full tag, then its language and script (`zh-HK` finds `zh-TW`), then its language, then English. */
function findLanguage(baseName: string, language: string, script: string): Language {
  const found =
    CANDIDATES.find(({ tag }) => tag === baseName) ??
    CANDIDATES.find((each) => each.language === language && each.script === script) ??
    CANDIDATES.find((each) => each.language === language);
  return found?.tag ?? 'en';
}

/** Adds the digits and the calendar to a tag, because their defaults for `ar` differ between versions of ICU. */
function toFormats(tag: string): string {
  // Without the second tag, an unknown tag would fall back to the language of the machine.
  const { locale, numberingSystem, calendar } = dateFormat([tag, 'en'], {}).resolvedOptions();
  return new Intl.Locale(locale, { numberingSystem, calendar }).toString();
}
