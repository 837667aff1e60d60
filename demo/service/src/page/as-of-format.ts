/** Writes the time of a page's data. `timeZone` is named in the text. Default: that of the machine, without its name. */
export function formatAsOf(asOf: Date, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone, timeZoneName: 'short' }),
  }).format(asOf);
}
