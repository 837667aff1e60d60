/** The largest number of kept formats. Authors choose the locales and currencies, so their number has no limit. */
const MAX_FORMATS = 1000;

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Returns a number format, the same for the same locale and options. Creating one takes longer than using it. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keep(
    `number ${locale} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(locale, options),
  );
}

/** Returns a date format, the same for the same locale and options. Creating one takes longer than using it. */
export function dateFormat(
  locale: string | string[],
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return keep(
    `date ${String(locale)} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale, options),
  );
}

function keep<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  create: () => Format,
): Format {
  const kept = formats.get(key) as Format | undefined;
  if (kept) return kept;
  const created = create();
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, created);
  return created;
}
