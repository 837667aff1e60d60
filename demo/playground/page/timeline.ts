import { html, nothing, svg } from 'lit';
import { PageElement } from './page-element.ts';
import type { Recorder } from './recorder.ts';
import { Redraw } from './redraw.ts';
import { type Bar, type Dot, LANES, toBars, toDots, toMessageDots } from './timeline-marks.ts';

/** The seconds before and after now in the picture, on a wide screen and on a narrow one. */
const WIDE = { before: 120, after: 60 };
const NARROW = { before: 50, after: 25 };
const NARROW_BELOW_PX = 560;
/** The possible seconds between two ticks. The first number that leaves room for the tick labels is used. */
const TICKS = [30, 60, 120];

/** Sizes in pixels. */
const GUTTER = 76;
const LANE = 22;
const BAR = 16;
const AXIS = 18;
const HEIGHT = LANES.length * LANE + AXIS;
const LETTER = 6.4;
const TICK_LABEL = 12 * LETTER;

/** The horizontal scale of the picture. */
interface Scale {
  from: number;
  to: number;
  /** Returns the pixels from the left. A time outside the picture is at its edge. */
  x: (at: number) => number;
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A picture of the dashboard's last minutes, and of the expiry of its token. */
export class Timeline extends PageElement {
  static override properties = { recorder: { attribute: false }, isPaused: { state: true } };
  declare recorder: Recorder;
  declare isPaused: boolean;

  constructor() {
    super();
    this.isPaused = false;
    this.addController(new Redraw(this));
  }

  override shouldUpdate(changed: Map<string, unknown>): boolean {
    return !this.isPaused || changed.has('isPaused');
  }

  override render(): unknown {
    return html`
      <p id="legend">
        <small>Token: solid while its renewal is due. Frame: faint while it loads unseen.</small>
        <button id="pause" type="button" @click=${this.#pause}>
          ${this.isPaused ? 'Resume' : 'Pause'}
        </button>
      </p>
      <svg
        role="img"
        aria-label="Timeline of the last minutes; the list “Activity log” has its requests and events in words."
        height=${HEIGHT}
      >
        ${this.#draw()}
      </svg>
      <p id="last-message"><small>${this.#lastMessage}</small></p>
    `;
  }

  override firstUpdated(): void {
    // The picture has no width before the first rendering.
    void this.updateComplete.then(() => this.requestUpdate());
  }

  get #lastMessage(): string {
    const { text } = this.recorder.messages.at(-1) ?? {};
    return text ? `The last message of the dashboard: ${text}.` : 'The dashboard has said nothing.';
  }

  #draw(): unknown {
    const width = this.querySelector('svg')?.clientWidth;
    if (!width) return nothing;
    const now = Date.now();
    const scale = toScale(width, now);
    const isSeen = ({ start, end }: { start: number; end: number }): boolean =>
      end > scale.from && start < scale.to;
    return [
      LANES.map(drawLane),
      drawTicks(scale),
      drawLine('now', scale.x(now)),
      drawBars(toBars(this.recorder, now).filter(isSeen), scale),
      drawDots(toDots(this.recorder).filter(isSeen), scale),
      drawDots(toMessageDots(this.recorder).filter(isSeen), scale),
    ];
  }

  #pause(): void {
    this.isPaused = !this.isPaused;
  }
}

function toScale(width: number, now: number): Scale {
  const { before, after } = width < NARROW_BELOW_PX ? NARROW : WIDE;
  const from = now - before * 1000;
  const to = now + after * 1000;
  const pixels = (width - GUTTER) / (to - from);
  return { from, to, x: (at) => GUTTER + (Math.min(Math.max(at, from), to) - from) * pixels };
}

function drawLane(name: string, index: number): unknown {
  return drawText(name, 'lane', 0, index * LANE + LANE / 2);
}

/** Draws ticks at fixed times of day, so that they move with the picture. */
function drawTicks({ from, to, x }: Scale): unknown[] {
  const pixels = x(from + 1000) - x(from);
  const step = 1000 * (TICKS.find((tick) => tick * pixels > TICK_LABEL) ?? TICKS.at(-1)!);
  const marks: unknown[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) {
    marks.push(drawLine('tick', x(at)));
    // Skip a label that the edge of the picture would cut off.
    if (x(at) + TICK_LABEL / 2 > x(to)) continue;
    marks.push(drawText(time.format(at), 'tick', x(at), HEIGHT - AXIS / 2));
  }
  return marks;
}

function drawBars(bars: Bar[], { x }: Scale): unknown[] {
  return bars.map((bar, index) => {
    const next = bars[index + 1];
    const room = next?.lane === bar.lane ? x(next.start) : Infinity;
    return drawBar(bar, x(bar.start), x(bar.end), room);
  });
}

/** Draws a bar. The label is next to the bar if the bar is too narrow, and omitted if it would reach beyond `room`. */
function drawBar(
  { lane, look, text: label, half }: Bar,
  left: number,
  right: number,
  room: number,
): unknown {
  const width = Math.max(right - left, 3);
  const height = half === undefined ? BAR : BAR / 2 - 1;
  const y = LANES.indexOf(lane) * LANE + (LANE - BAR) / 2 + (half ? BAR / 2 + 1 : 0);
  const rounding = Math.min(3, width / 2);
  const bar = svg`<rect class=${look} x=${left} y=${y} width=${width} height=${height} rx=${rounding}><title>${label}</title></rect>`;
  const labelWidth = label.length * LETTER + 8;
  const middle = y + height / 2;
  if (half !== undefined) return bar;
  if (width > labelWidth) return [bar, drawText(label, look, left + 6, middle)];
  if (left + width + labelWidth > room) return bar;
  return [bar, drawText(label, 'caption', left + width + 4, middle)];
}

function drawDots(dots: Dot[], { x }: Scale): unknown[] {
  return dots.map(({ lane, start, look, text: name }, index) => {
    const y = LANES.indexOf(lane) * LANE + LANE / 2;
    const next = dots[index + 1];
    const left = x(start);
    const dot = svg`<circle class=${look} cx=${left} cy=${y} r="4.5"><title>${name}</title></circle>`;
    if (next && left + name.length * LETTER + 22 > x(next.start)) return dot;
    return [dot, drawText(name, 'caption', left + 9, y)];
  });
}

function drawLine(look: string, x: number): unknown {
  return svg`<line class=${look} x1=${x} x2=${x} y1="0" y2=${HEIGHT - AXIS}></line>`;
}

function drawText(content: string, look: string, x: number, y: number): unknown {
  return svg`<text class=${look} x=${x} y=${y}>${content}</text>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'time-line': Timeline;
  }
}

customElements.define('time-line', Timeline);
