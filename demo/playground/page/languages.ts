/** The languages of the element, by language tag. English needs no file. */
const FILES: Readonly<Record<string, () => Promise<unknown>>> = {
  ar: () => import('embedded-dashboard/locales/ar.js'),
  bg: () => import('embedded-dashboard/locales/bg.js'),
  cs: () => import('embedded-dashboard/locales/cs.js'),
  da: () => import('embedded-dashboard/locales/da.js'),
  de: () => import('embedded-dashboard/locales/de.js'),
  el: () => import('embedded-dashboard/locales/el.js'),
  es: () => import('embedded-dashboard/locales/es.js'),
  fi: () => import('embedded-dashboard/locales/fi.js'),
  fr: () => import('embedded-dashboard/locales/fr.js'),
  he: () => import('embedded-dashboard/locales/he.js'),
  hi: () => import('embedded-dashboard/locales/hi.js'),
  hr: () => import('embedded-dashboard/locales/hr.js'),
  hu: () => import('embedded-dashboard/locales/hu.js'),
  it: () => import('embedded-dashboard/locales/it.js'),
  ja: () => import('embedded-dashboard/locales/ja.js'),
  ko: () => import('embedded-dashboard/locales/ko.js'),
  nb: () => import('embedded-dashboard/locales/nb.js'),
  nl: () => import('embedded-dashboard/locales/nl.js'),
  pl: () => import('embedded-dashboard/locales/pl.js'),
  pt: () => import('embedded-dashboard/locales/pt.js'),
  ro: () => import('embedded-dashboard/locales/ro.js'),
  sk: () => import('embedded-dashboard/locales/sk.js'),
  sv: () => import('embedded-dashboard/locales/sv.js'),
  tr: () => import('embedded-dashboard/locales/tr.js'),
  uk: () => import('embedded-dashboard/locales/uk.js'),
  vi: () => import('embedded-dashboard/locales/vi.js'),
  'zh-CN': () => import('embedded-dashboard/locales/zh-CN.js'),
  'zh-TW': () => import('embedded-dashboard/locales/zh-TW.js'),
};

const names = new Intl.DisplayNames('en', { type: 'language' });

/** The languages with their English names. */
export const LANGUAGES = Object.keys(FILES).map((value) => ({ value, label: names.of(value)! }));

/** Loads the texts of a language, unless it is English or unknown. */
export async function loadLanguage(lang: string): Promise<void> {
  await FILES[lang]?.();
}
