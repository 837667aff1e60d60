import type { ValueFormat } from '../dashboard/definition.ts';
import type { Direction } from './page-locale.ts';
import type { ValueFormatter } from './value-formatter.ts';

/** RIGHT-TO-LEFT ISOLATE, FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of Unicode. */
const RLI = '\u2067';
const FSI = '\u2068';
const PDI = '\u2069';

/**
 * The texts of a chart. ECharts lays out from left to right only. On a page from right to left, each text
 * therefore carries its own direction.
 */
export class ChartTexts {
  readonly #direction: Direction;
  readonly #formatter: ValueFormatter;

  constructor(formatter: ValueFormatter, direction: Direction) {
    this.#direction = direction;
    this.#formatter = formatter;
  }

  /** A value as readers see it. */
  write(value: unknown, format: ValueFormat): string {
    return this.#isolate(this.#formatter.format(value, format), format === 'text' ? FSI : RLI);
  }

  /** A number in few characters. */
  writeCompact(value: unknown, format: ValueFormat): string {
    return this.#isolate(this.#formatter.formatCompact(value, format), RLI);
  }

  #isolate(text: string, mark: string): string {
    return this.#direction === 'ltr' ? text : mark + text + PDI;
  }
}
