import { html } from 'hono/html';
import type { Markup } from '../page/page-shell.ts';
import { ValueFormatter } from '../values/value-formatter.ts';

/** The locale of the back office, which is always in English. */
export const BACK_OFFICE_LOCALE = 'en-GB';

/** Formats the numbers and dates of the back office. It has no currency, because the back office shows no money. */
export const backOfficeFormatter = new ValueFormatter(BACK_OFFICE_LOCALE, '');

const TIME = new Intl.DateTimeFormat(BACK_OFFICE_LOCALE, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Renders a time with its time zone, because readers may be anywhere. */
export function renderTime(time: Date): Markup {
  return html`<time datetime="${time.toISOString()}">${TIME.format(time)} UTC</time>`;
}
