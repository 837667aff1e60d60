import {
  type CategoryFormat,
  isNumberFormat,
  NO_CURRENCY,
  type ValueFormat,
  type ValueStyle,
} from './value-style.ts';
import {
  countStepDigits,
  findColumnDigits,
  findLeastDigits,
  findRoundingSize,
  findStepDigits,
  isRoundingError,
  MAX_DIGITS,
} from './number-digits.ts';
import { dateFormat } from './intl-formats.ts';
import { type Digits, NumberFormats } from './number-formats.ts';
import { DAY_MS, toIsoWeek, toQuarter, toTime } from './calendar.ts';

/** The text of a cell without a value. */
export const NO_VALUE = '–';
const ENGLISH: QuarterWords = { quarter: 'Q{quarter} {year}' };
/** Shorter notations start at these sizes. */
const COMPACT_SIZE = 10_000;
const SCIENTIFIC_SIZE = 1e15;
/** The significant digits of a number in compact or scientific notation. */
const SHORT_DIGITS = 3;
/** No space separates these units from their number. */
const CLOSE_UNIT = /^[%‰°′″'"]/;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const DATES: Record<Exclude<CategoryFormat, 'text' | 'week'>, Intl.DateTimeFormatOptions> = {
  instant: { ...DAY, hour: 'numeric', minute: '2-digit' },
  hour: { ...DAY, hour: 'numeric' },
  date: DAY,
  month: { month: 'short', year: 'numeric' },
  quarter: { year: 'numeric' },
  year: { year: 'numeric' },
};
const MINUTE_MS = 60_000;
const PLAIN: ValueStyle = { format: 'integer', numbers: { notation: 'plain' } };

/** A style that fits the values of a column. Default: each value has its own decimal places. */
export interface FittedStyle extends ValueStyle {
  /** The decimal places that the values share. */
  digits?: number;
  /** The size below which a fraction is zero but for rounding. */
  rounding?: number;
}

/** The ticks of a value axis: their distance, and the size of the largest one. */
export interface Ticks {
  step: number;
  size: number;
}

/** The words of a quarter, with `{quarter}` and `{year}`. */
export interface QuarterWords {
  quarter: string;
}

/**
 * Formats values in one locale and currency (ISO 4217; `XXX` for amounts without a sign). The server and the page's script
 * get the same texts.
 */
export class ValueFormatter {
  readonly #locale: string;
  readonly #currency: string;
  readonly #words: QuarterWords;
  readonly #numbers: NumberFormats;
  #minor: number | undefined;

  /** `words`: those of the page's language. Default: English. */
  constructor(locale: string, currency: string, words: QuarterWords = ENGLISH) {
    this.#locale = locale;
    this.#currency = currency;
    this.#words = words;
    this.#numbers = new NumberFormats(locale, currency);
  }

  /** Returns a style in which the values of a column have the same decimal places. */
  fit(style: ValueStyle, values: readonly unknown[]): FittedStyle {
    if (!isNumberFormat(style.format)) return style;
    const numbers = values.map(toNumber).filter((value) => value !== null);
    const digits = findColumnDigits(numbers, style.format, this.#minorDigits(style.format));
    return { ...style, digits, rounding: findRoundingSize(numbers) };
  }

  /** Returns a style whose decimal places tell multiples of `step` apart. */
  fitStep({ format, numbers }: ValueStyle, step: number): ValueStyle {
    return { format, numbers: { digits: this.#findStepDigits(step, format), ...numbers } };
  }

  /** Returns a value in full; a dash for a missing value, an empty text, and a text in place of a number. */
  format(value: unknown, style: FittedStyle): string {
    const { format, numbers = {} } = style;
    if (value === null || value === undefined) return NO_VALUE;
    if (format === 'text') return toName(value);
    if (!isNumberFormat(format)) {
      return this.#formatDate(value, format, isTime(format) && isZoned(value));
    }
    return this.#writeNumber(value, style, numbers.notation === 'compact');
  }

  /**
   * Returns a category of a chart, without the time zone of a time; a dash for a text that shows nothing. Midnight is shown
   * as a day.
   */
  formatCategory(value: unknown, format: CategoryFormat): string {
    if (value === null || value === undefined) return NO_VALUE;
    if (format === 'text') return toName(value);
    const isDay = format === 'instant' && toTime(toText(value)) % DAY_MS === 0;
    return this.#formatDate(value, isDay ? 'date' : format, false);
  }

  /** Returns a value for a place without room for more than fifteen digits. */
  formatFigure(value: unknown, style: ValueStyle): string {
    const isLarge = isNumberFormat(style.format) && Math.abs(Number(value)) >= SCIENTIFIC_SIZE;
    return isLarge ? this.formatShort(value, style) : this.format(value, style);
  }

  /** Returns a number in compact notation where it is shorter: `€1.23M`. Very large numbers are scientific. */
  formatShort(value: unknown, style: FittedStyle): string {
    return this.#writeNumber(value, style, true);
  }

  /** Returns the text of an axis tick: all ticks have different texts, with no more digits than that needs. */
  formatTick(value: number, style: ValueStyle, { step, size }: Ticks): string {
    const notation = toNotation(size, style);
    const significant = countStepDigits(value, step);
    const isLong = countStepDigits(size, step) > SHORT_DIGITS;
    if (value !== 0 && (notation === 'scientific' || (notation === 'compact' && !isLong))) {
      return this.#write(value, style, { notation, maximumSignificantDigits: significant });
    }
    const digits = style.numbers?.digits ?? this.#findStepDigits(step, style.format);
    const isBare = value === 0 && style.format !== 'currency';
    return this.#write(value, style, toPlaces(isBare ? 0 : digits));
  }

  #writeNumber(value: unknown, style: FittedStyle, isShort: boolean): string {
    const infinity = toInfinity(value);
    if (infinity !== null) return this.#write(infinity, style, {});
    const number = toNumber(value);
    if (number === null) return NO_VALUE;
    const isZero = isRoundingError(number, style.rounding);
    const options = this.toOptions(isZero ? 0 : number, style, isShort);
    return this.#write(isZero ? 0 : value, style, options);
  }

  /** Returns the digits of a number as options of `Intl`. `isShort`: in compact notation. */
  toOptions(number: number, style: FittedStyle, isShort: boolean): Digits {
    const notation = isShort ? toNotation(Math.abs(number), style) : 'standard';
    if (notation !== 'standard') return { notation, maximumSignificantDigits: SHORT_DIGITS };
    return toPlaces(this.#findDigits(number, style));
  }

  #findDigits(number: number, { format, numbers, digits }: FittedStyle): number {
    if (numbers?.digits !== undefined) return numbers.digits;
    const shared = digits ?? findColumnDigits([number], format, this.#minorDigits(format));
    return Math.max(shared, findLeastDigits(number, format));
  }

  #findStepDigits(step: number, format: ValueFormat): number {
    const least = findStepDigits(step, format);
    return least > 0 ? Math.max(least, this.#minorDigits(format)) : 0;
  }

  #minorDigits(format: ValueFormat): number {
    if (format !== 'currency') return 0;
    this.#minor ??= this.#numbers.find('currency').resolvedOptions().maximumFractionDigits ?? 0;
    return this.#minor;
  }

  #write(value: unknown, { format, numbers = {} }: ValueStyle, digits: Digits): string {
    const { before = '', after = '', notation } = numbers;
    const isMoney = format === 'currency' && this.#currency !== NO_CURRENCY;
    const style = isMoney || format === 'percent' ? format : 'decimal';
    const formatter = this.#numbers.find(style, digits, notation !== 'plain');
    const number = toExact(value);
    if (!before && !after) return formatter.format(number);
    const parts = formatter.formatToParts(number);
    // The sign is before the unit: `-$5`.
    const sign = parts[0]?.type === 'minusSign' ? parts.shift()!.value : '';
    const text = parts.map((part) => part.value).join('');
    return `${sign}${toPrefix(before)}${text}${toSuffix(after)}`;
  }

  #formatDate(value: unknown, format: Exclude<CategoryFormat, 'text'>, hasZone: boolean): string {
    const text = toText(value);
    // A whole number is a year of the data, not of the reader's calendar.
    if (format === 'year' && toNumber(value) !== null) return this.format(value, PLAIN);
    const infinity = toInfinity(value);
    if (infinity !== null) return this.format(infinity, PLAIN);
    const date = new Date(toTime(text));
    if (Number.isNaN(date.getTime())) return text;
    if (format === 'week') return toIsoWeek(text);
    const formatter = this.#findDates(format, {
      ...(format === 'instant' && toSeconds(date)),
      ...(hasZone && { timeZoneName: 'short' }),
    });
    if (format !== 'quarter') return formatter.format(date);
    const year = formatter.formatToParts(date).find(({ type }) => type === 'year')?.value ?? '';
    const quarter = this.format(toQuarter(text), PLAIN);
    return this.#words.quarter.replace('{quarter}', quarter).replace('{year}', year);
  }

  #findDates(format: keyof typeof DATES, more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return dateFormat(this.#locale, { ...DATES[format], timeZone: 'UTC', ...more });
  }
}

/** Returns the options for the seconds of a time, if it has any. */
function toSeconds(date: Date): Intl.DateTimeFormatOptions {
  const ms = date.getTime() % MINUTE_MS;
  if (ms === 0) return {};
  return { second: '2-digit', ...(ms % 1000 !== 0 && { fractionalSecondDigits: 3 }) };
}

/** Returns whether a text of the database has a time zone, which is UTC. A time without one is that of a clock on a wall. */
function isZoned(value: unknown): boolean {
  return /:\d\d.*[+-]\d\d/.test(toText(value));
}

/** Returns whether some categories of a chart are times in UTC. */
export function areUtcTimes(categories: readonly unknown[], format: CategoryFormat): boolean {
  return isTime(format) && categories.some(isZoned);
}

/** Returns whether values of the format have a time. */
function isTime(format: ValueFormat): boolean {
  return format === 'hour' || format === 'instant';
}

/** Returns a cell of the database as a name; a dash for a missing value, and for a text without visible letters. */
export function toName(value: unknown): string {
  const text = toText(value ?? '');
  return /[^\s\p{Cc}\p{Cf}]/u.test(text) ? text : NO_VALUE;
}

/** Returns a cell of the database as text. */
export function toText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return `${value as string | number | boolean | null}`;
}

/** Returns a cell of the database as a finite number; `null` for anything else. */
export function toNumber(value: unknown): number | null {
  if (value === null || value === undefined || (typeof value === 'string' && !value.trim())) {
    return null;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Returns an infinite number or date of the database as a number; `null` for anything else. */
export function toInfinity(value: unknown): number | null {
  const { sign } = /^(?<sign>-?)infinity$/i.exec(toText(value))?.groups ?? {};
  if (sign === undefined) return null;
  return sign ? -Infinity : Infinity;
}

/** Returns a number for `Intl`, which reads a text with all its digits. */
export function toExact(value: unknown): number {
  return (typeof value === 'string' ? value.trim() : Number(value)) as number;
}

function toPlaces(digits: number): Digits {
  const places = Math.min(digits, MAX_DIGITS);
  return { minimumFractionDigits: places, maximumFractionDigits: places };
}

function toNotation(
  size: number,
  { format, numbers }: ValueStyle,
): 'standard' | 'compact' | 'scientific' {
  const { notation = 'compact' } = numbers ?? {};
  const shown = format === 'percent' ? size * 100 : size;
  if (notation !== 'compact' || shown < COMPACT_SIZE) return 'standard';
  return shown < SCIENTIFIC_SIZE ? 'compact' : 'scientific';
}

/** Words and codes have a space between them and the number; signs such as `$` have none. */
function toPrefix(unit: string): string {
  return /[\p{L}\p{N}.]$/u.test(unit) ? `${unit}\u00a0` : unit;
}

function toSuffix(unit: string): string {
  return !unit || CLOSE_UNIT.test(unit) ? unit : `\u00a0${unit}`;
}
