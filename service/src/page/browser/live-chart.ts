import { toChartNotes } from '../chart-notes.ts';
import { toChartOption } from '../chart-option.ts';
import type { ChartSize, ChartStyle } from '../chart-style.ts';
import { type ECharts, init } from '../charts.ts';
import { HEIGHT as SMALL_HEIGHT, toSmallWidth } from '../small-size.ts';
import type { ChartContent } from '../tile-data.ts';

/** A mark of a chart that the reader has clicked: its series and its place in it, as the chart counts them. */
export interface ClickedMark {
  series: number;
  place: number;
  /** Its names, as the chart shows them. */
  names: string[];
}

/** Gets a clicked mark, and the content that the chart shows. */
export type OnClick = (content: ChartContent, mark: ClickedMark) => void;

/** The width of a printed page and the usual height of its charts, in CSS pixels. */
const PAPER_WIDTH = 700;
const PAPER_HEIGHT = 200;

/** Replaces the server's drawing with a live chart that has tooltips and the actual size of its box. */
export class LiveChart {
  readonly #box: HTMLElement;
  readonly #style: ChartStyle;
  readonly #note: Element | null | undefined;
  readonly #onClick: OnClick;
  #content: ChartContent;
  readonly #end = new AbortController();
  #chart: ECharts | null = null;

  constructor(box: HTMLElement, content: ChartContent, style: ChartStyle, onClick: OnClick) {
    this.#box = box;
    this.#content = content;
    this.#style = style;
    this.#onClick = onClick;
    this.#note = box.parentElement?.querySelector('.note');
    // At once, because a browser may call the observers of an invisible frame later, or never.
    this.#fit();
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(box);
    const { signal } = this.#end;
    addEventListener('beforeprint', () => this.#draw(toPaperSize(box, this.#content)), { signal });
    addEventListener('afterprint', () => this.#fit(), { signal });
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** Ends a chart that the page no longer shows. */
  end(): void {
    this.#end.abort();
    this.#chart?.dispose();
  }

  /** Hides these series or parts, and shows all others. */
  hide(hidden: readonly number[]): void {
    this.#content = { ...this.#content, hidden } as ChartContent;
    if (this.#chart) this.#setOption(this.#size);
  }

  /** Highlights a series or part that is shown, or ends that. */
  highlight(index: number, isOn: boolean): void {
    const { kind } = this.#content;
    const part = kind === 'shares' ? { seriesIndex: 0, dataIndex: index } : { seriesIndex: index };
    this.#chart?.dispatchAction({ type: isOn ? 'highlight' : 'downplay', ...part });
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
    chart.on('click', ({ seriesIndex = 0, dataIndex, seriesName = '', name }) => {
      this.#onClick(this.#content, {
        series: seriesIndex,
        place: dataIndex,
        names: [name, seriesName],
      });
    });
    return chart;
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
