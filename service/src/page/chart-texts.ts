import type { ValueFormat } from '../dashboard/definition.ts';
import type { Direction } from './page-locale.ts';
import type { ValueFormatter } from './value-formatter.ts';

/** RIGHT-TO-LEFT ISOLATE, FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of Unicode. */
const RLI = '\u2067';
const FSI = '\u2068';
const PDI = '\u2069';

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

  /** Returns a formatted value. */
  write(value: unknown, format: ValueFormat): string {
    return this.#isolate(this.#formatter.format(value, format), format === 'text' ? FSI : RLI);
  }

  /** Returns a number in compact notation. */
  writeCompact(value: unknown, format: ValueFormat): string {
    return this.#isolate(this.#formatter.formatCompact(value, format), RLI);
  }

  #isolate(text: string, mark: string): string {
    return this.#direction === 'ltr' ? text : mark + text + PDI;
  }
}
