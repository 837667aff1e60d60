import type { CategoryFormat, ValueStyle } from '../values/value-style.ts';
import { FSI, isolate, RLI } from '../values/isolated-text.ts';
import type { Direction } from '../words/page-locale.ts';
import type { FittedStyle, Ticks, ValueFormatter } from '../values/value-formatter.ts';

/** WORD JOINER of Unicode: has no width, and allows no line break. */
const WJ = '\u2060';

/**
 * The names of the members that every object inherits, such as `constructor` and `__proto__`. ECharts 6.1 caches
 * the widths of texts in an object with a prototype: such a text reads and writes `Object.prototype`.
 */
const INHERITED = new RegExp(Object.getOwnPropertyNames(Object.prototype).join('|'), 'g');

/**
 * The texts of a chart. ECharts only supports left-to-right layout. On a right-to-left page, each text therefore
 * carries its own direction.
 */
export class ChartTexts {
  readonly #direction: Direction;
  readonly #formatter: ValueFormatter;

  constructor(formatter: ValueFormatter, direction: Direction) {
    this.#direction = direction;
    this.#formatter = formatter;
  }

  /** Returns a name that an author or the data has given. */
  writeName(name: string): string {
    return this.#isolate(name, FSI);
  }

  /** Returns a category. Its time has no time zone: a note below the chart names it. */
  writeCategory(value: unknown, format: CategoryFormat): string {
    const text = this.#formatter.formatCategory(value, format);
    return this.#isolate(text, format === 'text' ? FSI : RLI);
  }

  /** Returns a formatted value. */
  write(value: unknown, style: FittedStyle): string {
    const text = this.#formatter.format(value, style);
    return style.format === 'text' ? this.writeName(text) : this.#isolate(text, RLI);
  }

  /** Returns a number in compact notation. */
  writeShort(value: unknown, style: FittedStyle): string {
    return this.#isolate(this.#formatter.formatShort(value, style), RLI);
  }

  /** Returns the text of an axis tick. */
  writeTick(value: number, style: ValueStyle, ticks: Ticks): string {
    return this.#isolate(this.#formatter.formatTick(value, style, ticks), RLI);
  }

  /** Returns a style in which the values of a chart have the same decimal places. */
  fit(style: ValueStyle, values: readonly unknown[]): FittedStyle {
    return this.#formatter.fit(style, values);
  }

  #isolate(text: string, direction: typeof RLI | typeof FSI): string {
    const safe = text.replace(INHERITED, separateFirstLetter);
    return this.#direction === 'ltr' ? safe : isolate(safe, direction);
  }
}

function separateFirstLetter(name: string): string {
  return name.slice(0, 1) + WJ + name.slice(1);
}
