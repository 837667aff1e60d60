import '../../src/locales/ar.ts';
import type { DashboardStatus } from '../../src/element/status.ts';
import { audit } from '../support/audit.ts';
import { createWith, type Settings } from './status-stage.ts';

export const LOOKS = {
  'the default look': {},
  'the dark theme': { theme: 'dark' },
  'a custom background': { backgroundColor: 'rebeccapurple' },
} satisfies Record<string, Settings>;
export const LANGUAGES = { English: 'en', Arabic: 'ar' };

type Look = keyof typeof LOOKS;
type Language = keyof typeof LANGUAGES;

/** Defines the test that an element with a look, a language and a status has no accessibility problem. */
export function itIsAccessible(look: Look, language: Language, status: DashboardStatus): void {
  it(`has no accessibility problem in ${look}, in ${language}, ${status}`, async () => {
    const lang = LANGUAGES[language];
    Object.assign(document.documentElement, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
    await audit(await createWith(status, LOOKS[look]));
  });
}

/** Resets the language of the page. */
export function resetLanguage(): void {
  Object.assign(document.documentElement, { lang: '', dir: '' });
}
