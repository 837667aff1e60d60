import { isNumberFormat, type NumberFormat, type ValueFormat } from '../dashboard/definition.ts';

/** The text of a cell without a value. */
export const NO_VALUE = '–';
const SMALLEST_SHARE = 0.01;
const FULL: Record<NumberFormat, Intl.NumberFormatOptions> = {
  integer: { maximumFractionDigits: 0 },
  decimal: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  currency: { style: 'currency', maximumFractionDigits: 0 },
  percent: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
};
const SHORT: Intl.NumberFormatOptions = {
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
};
const COMPACT: Record<NumberFormat, Intl.NumberFormatOptions> = {
  integer: SHORT,
  decimal: SHORT,
  currency: { ...SHORT, style: 'currency' },
  percent: { style: 'percent', maximumFractionDigits: 0 },
};
const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const DATES: Record<'date' | 'month' | 'instant', Intl.DateTimeFormatOptions> = {
  date: DAY,
  instant: { ...DAY, hour: 'numeric', minute: '2-digit' },
  month: { month: 'short', year: '2-digit', timeZone: 'UTC' },
};

/** Formats values in one locale and currency (ISO 4217). The server and the page's script get the same texts. */
export class ValueFormatter {
  readonly #locale: string;
  readonly #currency: string;
  /** The cached formats by their options. Creating an `Intl` object takes longer than using it. */
  readonly #numbers = new Map<Intl.NumberFormatOptions, Intl.NumberFormat>();
  readonly #dates = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();

  constructor(locale: string, currency: string) {
    this.#locale = locale;
    this.#currency = currency;
  }

  /** Returns a formatted value; a dash for a missing value. */
  format(value: unknown, format: ValueFormat): string {
    if (value === null || value === undefined) return NO_VALUE;
    switch (format) {
      case 'text':
        return toText(value);
      case 'date':
      case 'month':
      case 'instant':
        return this.#formatDate(value, DATES[format]);
      default:
        return this.#formatNumber(value, FULL[format]);
    }
  }

  /** Returns a number in compact notation, for an axis or the center of a ring: `€1.2M`. */
  formatCompact(value: unknown, format: ValueFormat): string {
    return this.#formatNumber(value, isNumberFormat(format) ? COMPACT[format] : SHORT);
  }

  /** Returns a part of 1 in whole percent. Parts between 0 and 1 % become `<1%`. */
  formatShare(share: number): string {
    const isSmall = share > 0 && share < SMALLEST_SHARE;
    const text = this.formatCompact(isSmall ? SMALLEST_SHARE : share, 'percent');
    return isSmall ? `<${text}` : text;
  }

  #formatNumber(value: unknown, options: Intl.NumberFormatOptions): string {
    let format = this.#numbers.get(options);
    if (!format) {
      const currency = options.style === 'currency' ? this.#currency : undefined;
      format = new Intl.NumberFormat(this.#locale, { ...options, currency });
      this.#numbers.set(options, format);
    }
    return format.format(Number(value));
  }

  #formatDate(value: unknown, options: Intl.DateTimeFormatOptions): string {
    const date = toDate(toText(value));
    if (Number.isNaN(date.getTime())) return toText(value);
    let format = this.#dates.get(options);
    if (!format) {
      format = new Intl.DateTimeFormat(this.#locale, options);
      this.#dates.set(options, format);
    }
    return format.format(date);
  }
}

/** Returns a cell of the database as text. */
export function toText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return `${value as string | number | boolean | null}`;
}

/** Parses a date or an instant in PostgreSQL's format: `2026-10-31`, `2026-10-31 12:00:00+00`. All are in UTC. */
function toDate(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11, 16) || '00:00'}Z`);
}
