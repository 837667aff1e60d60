import { dateFormat } from '../values/intl-formats.ts';

/** Formats the time of a page's data. The text names `timeZone`. Default: the machine's time zone, without its name. */
export function formatAsOf(asOf: Date, locale: string, timeZone?: string): string {
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone, timeZoneName: 'short' }),
  }).format(asOf);
}
