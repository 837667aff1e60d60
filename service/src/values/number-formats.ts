import { numberFormat } from './intl-formats.ts';

/** The digits of a number, as options of `Intl`. */
export type Digits = Pick<
  Intl.NumberFormatOptions,
  'notation' | 'maximumSignificantDigits' | 'minimumFractionDigits' | 'maximumFractionDigits'
>;

/** The formats of numbers in one locale and currency. A page has thousands of numbers, so they have a short key. */
export class NumberFormats {
  readonly #locale: string;
  readonly #currency: string;
  readonly #found = new Map<string, Intl.NumberFormat>();

  constructor(locale: string, currency: string) {
    this.#locale = locale;
    this.#currency = currency;
  }

  /** Returns a format. The smallest and the largest number of decimal places must be the same. */
  find(
    style: 'decimal' | 'percent' | 'currency',
    digits: Digits = {},
    useGrouping = true,
  ): Intl.NumberFormat {
    const { notation, maximumSignificantDigits, maximumFractionDigits } = digits;
    const key = `${style} ${useGrouping} ${notation} ${maximumSignificantDigits} ${maximumFractionDigits}`;
    const known = this.#found.get(key);
    if (known) return known;
    const currency = style === 'currency' ? this.#currency : undefined;
    // No number is a negative zero.
    const options = { style, currency, useGrouping, signDisplay: 'negative', ...digits } as const;
    const format = numberFormat(this.#locale, options);
    this.#found.set(key, format);
    return format;
  }
}
