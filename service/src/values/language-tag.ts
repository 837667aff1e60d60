import { SettingError } from '../process/setting-error.ts';

/**
 * Returns whether a text is a well-formed BCP 47 language tag, as `Intl.Locale` accepts it. The name of a language, such as
 * `Deutsch`, is well-formed as well, but all registered languages have two or three letters.
 */
export function isLanguageTag(text: string): boolean {
  try {
    return new Intl.Locale(text).language.length <= 3;
  } catch {
    return false;
  }
}

/** Returns a setting's language tag. Throws {@link SettingError} for a malformed one. */
export function parseLocale(text: string): string {
  if (isLanguageTag(text)) return text;
  throw new SettingError('SERVICE_LOCALE (locale) must be a language tag, such as de or pt-BR.');
}
