import { ValueFormatter } from '../page/value-formatter.ts';

/** The locale of the back office, which is in English for everyone. */
export const BACK_OFFICE_LOCALE = 'en-GB';

/** Writes its numbers and dates. It shows no money. */
export const backOfficeFormatter = new ValueFormatter(BACK_OFFICE_LOCALE, '');
