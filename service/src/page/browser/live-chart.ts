import { toChartNotes } from '../../charts/chart-notes.ts';
import { toChartOption } from '../../charts/chart-option.ts';
import type { ChartSize, ChartStyle } from '../../charts/chart-style.ts';
import type { ChosenMarks } from '../../tiles/chosen-marks.ts';
import { type ECElementEvent, type ECharts, init, setPlatformAPI } from '../../charts/charts.ts';
import { withChosen } from '../../charts/find-chosen.ts';
import type { ChosenTest } from '../../tiles/mark-choice.ts';
import { findMark, findSameMark, type Mark } from '../../charts/mark-values.ts';
import { SMALL_HEIGHT, toSmallWidth } from '../../charts/draw-chart.ts';
import type { ChartContent } from '../../tiles/tile-data.ts';
import { toFontSize } from '../../values/text-width.ts';

/** ECharts 6.1 takes the width of this letter as the height of a line. */
const WIDE_LETTER = '国';

const context = document.createElement('canvas').getContext('2d')!;

/**
 * Lets ECharts measure texts so that the height of a line is the font's size. Systems without a font for Chinese show a
 * narrow box for the letter, so that the labels of two axes would overlap in their corner.
 */
setPlatformAPI({
  measureText: (text: string, font = '') => {
    if (text === WIDE_LETTER) return { width: toFontSize(font) };
    context.font = font;
    return context.measureText(text);
  },
});

/** A mark of a chart that the reader has clicked. */
export interface ClickedMark extends Mark {
  /** Its names, as the chart shows them. */
  names: string[];
}

/** The answers of a tile to its chart. They get a mark, and the content that the chart shows. */
export interface ChartMarks {
  onClick: (content: ChartContent, mark: ClickedMark) => void;
  canClick: (content: ChartContent, mark: ClickedMark) => boolean;
}

/** The width of a printed page and the usual height of its charts, in CSS pixels. */
const PAPER_WIDTH = 700;
const PAPER_HEIGHT = 200;

/** Replaces the server's drawing with a live chart that has tooltips and the actual size of its box. */
export class LiveChart {
  readonly #box: HTMLElement;
  readonly #style: ChartStyle;
  readonly #note: Element | null | undefined;
  readonly #marks: ChartMarks;
  #content: ChartContent;
  readonly #end = new AbortController();
  #chart: ECharts | null = null;
  /** The mark that a finger has tapped last, whose values are shown. */
  #tapped: Mark | undefined;

  constructor(box: HTMLElement, content: ChartContent, style: ChartStyle, marks: ChartMarks) {
    this.#box = box;
    this.#content = content;
    this.#style = style;
    this.#marks = marks;
    this.#note = box.parentElement?.querySelector('.note');
    // At once, because a browser may call the observers of an invisible frame later, or never.
    this.#fit();
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(box);
    const { signal } = this.#end;
    addEventListener('beforeprint', () => this.#draw(toPaperSize(box, this.#content)), { signal });
    addEventListener('afterprint', () => this.#fit(), { signal });
    signal.addEventListener('abort', () => observer.disconnect());
    // A finger does not leave as a pointer does.
    addEventListener('pointerdown', () => this.#untap(), { signal });
  }

  /** Shows the values of the mark that the reader has tapped in a chart of the same tile before it was loaded again. */
  takeTapped(before: LiveChart): void {
    const tapped = before.#tapped;
    this.#tap(tapped && findSameMark(before.#content, tapped, this.#content));
  }

  /** Ends a chart that the page no longer shows. */
  end(): void {
    this.#end.abort();
    this.#chart?.dispose();
  }

  /** Hides these series or parts, and shows all others. */
  hide(hidden: readonly number[]): void {
    this.#change({ ...this.#content, hidden } as ChartContent);
  }

  /** Shows which marks are chosen. */
  choose(test: ChosenTest): void {
    const content = withChosen(this.#content, test);
    if (!isEqual(toChosen(content), toChosen(this.#content))) this.#change(content);
  }

  /** Takes the colors of a content with the same data. */
  recolor(other: ChartContent): void {
    const [colors, own] = [toColors(other), toColors(this.#content)];
    if (!isEqual(colors, own)) this.#change({ ...this.#content, colors } as ChartContent);
  }

  /** Highlights a series or part that is shown, or ends that. */
  highlight(index: number, isOn: boolean): void {
    const { kind } = this.#content;
    const part = kind === 'shares' ? { seriesIndex: 0, dataIndex: index } : { seriesIndex: index };
    this.#chart?.dispatchAction({ type: isOn ? 'highlight' : 'downplay', ...part });
  }

  /**
   * Points to a mark, as the pointer does: at the place with a value, in a series by its index, or in the first one.
   * `undefined` ends that.
   */
  point(value: string | undefined, series: number): void {
    this.#unpoint();
    const mark = value === undefined ? undefined : findMark(this.#content, value, series);
    if (!mark) return;
    this.#pointTo(mark);
  }

  #pointTo({ series: seriesIndex, place: dataIndex }: Mark): void {
    this.#chart?.dispatchAction({ type: 'highlight', seriesIndex, dataIndex });
    this.#chart?.dispatchAction({ type: 'showTip', seriesIndex, dataIndex });
  }

  /** Shows the values of a mark until the next touch. */
  #tap(mark: Mark | undefined): void {
    if (!mark) return;
    this.#unpoint();
    this.#tapped = mark;
    this.#pointTo(mark);
  }

  #untap(): void {
    if (this.#tapped) this.#unpoint();
    this.#tapped = undefined;
  }

  #unpoint(): void {
    this.#chart?.dispatchAction({ type: 'downplay' });
    this.#chart?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
    this.#chart?.dispatchAction({ type: 'hideTip' });
  }

  #change(content: ChartContent): void {
    this.#content = content;
    if (this.#chart) this.#setOption(this.#size);
  }

  get #size(): ChartSize {
    return { width: this.#chart!.getWidth(), height: this.#chart!.getHeight() };
  }

  #fit(): void {
    this.#draw({ width: this.#box.clientWidth, height: this.#box.clientHeight });
  }

  #draw(size: ChartSize): void {
    if (!size.width || !size.height) return;
    if (!this.#chart) {
      this.#chart = this.#create();
    } else if (this.#size.width === size.width && this.#size.height === size.height) {
      return;
    }
    this.#chart.resize(size);
    this.#setOption(size);
  }

  #create(): ECharts {
    this.#box.replaceChildren();
    const chart = init(this.#box, null, { renderer: 'svg' });
    chart.on('click', (event) => {
      const mark = toMark(event);
      this.#marks.onClick(this.#content, mark);
      // A chosen mark is drawn again, without the tooltip that ECharts has shown at its touch.
      if (event.event?.zrByTouch) queueMicrotask(() => this.#tap(mark));
    });
    const { signal } = this.#end;
    this.#box.addEventListener('click', (event) => this.#clickByTouch(chart, event), { signal });
    // ECharts has set its own cursor before.
    chart.on('mousemove', (event) => {
      if (!this.#marks.canClick(this.#content, toMark(event))) {
        chart.getZr().setCursorStyle('default');
      }
    });
    return chart;
  }

  /**
   * Lets ECharts handle a click by its own rules, which refuse a second one for the same press: it misses those of a
   * finger that it saw for 300 ms.
   */
  #clickByTouch(chart: ECharts, { clientX, clientY }: MouseEvent): void {
    const { left, top } = this.#box.getBoundingClientRect();
    const place = { zrX: clientX - left, zrY: clientY - top };
    chart.getZr().handler.dispatch('click', { ...place, zrByTouch: true });
  }

  #setOption(size: ChartSize): void {
    this.#chart!.setOption(toChartOption(this.#content, this.#style, size), true);
    // In print, the drawing scales to its box.
    const { width, height } = size;
    this.#box.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} ${height}`);
    if (this.#note)
      this.#note.textContent = toChartNotes(this.#content, this.#style, size).join(' ');
  }
}

function toMark({
  seriesIndex = 0,
  dataIndex,
  seriesName = '',
  name,
}: ECElementEvent): ClickedMark {
  return { series: seriesIndex, place: dataIndex, names: [name, seriesName] };
}

function toChosen(content: ChartContent): ChosenMarks | undefined {
  return content.kind === 'histogram' ? undefined : content.chosen;
}

function toColors(content: ChartContent): number[] | undefined {
  return 'colors' in content ? content.colors : undefined;
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function toPaperSize(box: HTMLElement, content: ChartContent): ChartSize {
  const { kind, tile } = content;
  const width = kind === 'shares' ? PAPER_HEIGHT : (tile.span / 12) * PAPER_WIDTH;
  if (kind === 'axis' && content.only !== undefined) {
    return { width: toSmallWidth(width), height: SMALL_HEIGHT };
  }
  // Horizontal bars need a line for each name.
  const own = Number.parseFloat(box.style.getPropertyValue('--paper-height'));
  return { width, height: own || PAPER_HEIGHT };
}
