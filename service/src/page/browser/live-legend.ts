import { type LegendContent, toLegendLabels } from '../../tiles/legend-labels.ts';
import { toEntryColor } from '../../charts/series-style.ts';
import { toShareTexts } from '../../tiles/share-texts.ts';
import type { ChartContent, ShareContent } from '../../tiles/tile-data.ts';
import { ValueFormatter } from '../../values/value-formatter.ts';
import type { ChartStyle } from '../../charts/chart-style.ts';
import { addInnerButton } from './inner-button.ts';
import type { LiveChart } from './live-chart.ts';

/**
 * A legend whose entries are buttons: they hide and show a series of the chart, or a part. The pointer on an entry
 * highlights it.
 */
export class LiveLegend {
  #content: LegendContent;
  readonly #style: ChartStyle;
  readonly #chart: LiveChart;
  readonly #labels: readonly string[];
  readonly #buttons: readonly HTMLButtonElement[];

  /** `onHide` is called after the reader has hidden or shown something. */
  constructor(
    list: HTMLElement,
    content: LegendContent,
    { style, chart, onHide }: { style: ChartStyle; chart: LiveChart; onHide: () => void },
  ) {
    this.#content = content;
    this.#style = style;
    this.#chart = chart;
    this.#labels = toLegendLabels(content);
    // Screen readers have the data in a table, but they need the buttons.
    list.removeAttribute('aria-hidden');
    this.#buttons = [...list.children].map((line, index) => this.#toButton(line, index, onHide));
    this.#colorSwatches();
  }

  /** The labels of everything that is hidden. */
  get hidden(): string[] {
    return this.#hidden.map((index) => this.#labels[index]!);
  }

  /** Hides exactly the labels of a list that may come from anybody. */
  restore(labels: unknown): void {
    const hidden = new Set<unknown>(Array.isArray(labels) ? labels : []);
    for (const [index, label] of this.#labels.entries()) {
      setShown(this.#buttons[index]!, !hidden.has(label));
    }
    this.#apply();
  }

  /** Takes the colors of a content with the same data. */
  recolor(content: ChartContent): void {
    if (content.kind !== 'axis' && content.kind !== 'shares') return;
    this.#content = content;
    this.#colorSwatches();
  }

  get #hidden(): number[] {
    return [...this.#buttons.keys()].filter((index) => !isShown(this.#buttons[index]!));
  }

  #toButton(line: Element, index: number, onHide: () => void): HTMLButtonElement {
    const button = addInnerButton(line);
    setShown(button, true);
    button.addEventListener('click', () => {
      setShown(button, !isShown(button));
      this.#apply();
      onHide();
    });
    button.addEventListener('pointerenter', () => this.#highlight(index, true));
    button.addEventListener('pointerleave', () => this.#highlight(index, false));
    return button;
  }

  /** The server knows only the colors of the tiles that it sends together. */
  #colorSwatches(): void {
    for (const [index, button] of this.#buttons.entries()) {
      const color = toEntryColor(this.#content, index, this.#style.palette);
      const mark = button.querySelector('.swatch')!.firstElementChild!;
      mark.setAttribute(mark.hasAttribute('fill') ? 'fill' : 'stroke', color);
    }
  }

  #highlight(index: number, isOn: boolean): void {
    const hidden = this.#hidden;
    if (hidden.includes(index)) return;
    // The chart counts only what it shows.
    this.#chart.highlight(index - hidden.filter((other) => other < index).length, isOn);
  }

  #apply(): void {
    const hidden = this.#hidden;
    this.#chart.hide(hidden);
    if (this.#content.kind === 'shares') this.#writeShares(this.#content, hidden);
  }

  /** The shares are those of the parts that are shown. */
  #writeShares({ parts }: ShareContent, hidden: readonly number[]): void {
    const { formats, currency, words } = this.#style;
    const formatter = new ValueFormatter(formats, currency, words);
    const texts = toShareTexts(parts, hidden, formatter);
    for (const [index, button] of this.#buttons.entries()) {
      button.querySelector('.share')!.textContent = texts[index]!;
    }
  }
}

function setShown(button: Element, isOn: boolean): void {
  button.setAttribute('aria-pressed', String(isOn));
}

function isShown(button: Element): boolean {
  return button.getAttribute('aria-pressed') === 'true';
}
