import { ValueFormatter } from '../values/value-formatter.ts';

/** The locale of the back office, which is always in English. */
export const BACK_OFFICE_LOCALE = 'en-GB';

/** Formats the numbers and dates of the back office. It has no currency, because the back office shows no money. */
export const backOfficeFormatter = new ValueFormatter(BACK_OFFICE_LOCALE, '');
