import type { Recorder } from './recorder.ts';
import { type Bar, type Dot, LANES, toBars, toDots } from './timeline-marks.ts';

/** The seconds that are seen before and after the present, on a wide screen and on a narrow one. */
const WIDE = { before: 120, after: 60 };
const NARROW = { before: 50, after: 25 };
const NARROW_BELOW_PX = 560;
/** The seconds between two ticks: the first that leaves room for their labels. */
const TICKS = [30, 60, 120];

/** In pixels. */
const GUTTER = 76;
const LANE = 26;
const BAR = 18;
const AXIS = 20;
const HEIGHT = LANES.length * LANE + AXIS;
const LETTER = 6.4;
const TICK_LABEL = 12 * LETTER;

/** Where the times of the picture are. */
interface Scale {
  from: number;
  to: number;
  /** The pixels from the left; what is out of the picture is at its edge. */
  x: (at: number) => number;
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Draws what the element did in the last minutes, and when its token will end. */
export class Timeline {
  readonly #picture: SVGElement;
  readonly #recorder: Recorder;

  constructor(picture: SVGElement, recorder: Recorder) {
    this.#picture = picture;
    this.#recorder = recorder;
    picture.setAttribute('height', String(HEIGHT));
  }

  draw(now = Date.now()): void {
    const scale = toScale(this.#picture.clientWidth, now);
    const isSeen = ({ start, end }: { start: number; end: number }): boolean =>
      end > scale.from && start < scale.to;
    this.#picture.replaceChildren(
      ...LANES.map(drawLane),
      ...drawTicks(scale),
      ...drawBars(toBars(this.#recorder, now).filter(isSeen), scale),
      ...drawDots(toDots(this.#recorder).filter(isSeen), scale),
      drawLine('now', scale.x(now)),
    );
  }
}

function toScale(width: number, now: number): Scale {
  const { before, after } = width < NARROW_BELOW_PX ? NARROW : WIDE;
  const from = now - before * 1000;
  const to = now + after * 1000;
  const pixels = (width - GUTTER) / (to - from);
  return { from, to, x: (at) => GUTTER + (Math.min(Math.max(at, from), to) - from) * pixels };
}

function drawLane(name: string, index: number): SVGElement {
  return drawText(name, { class: 'lane', x: 0, y: index * LANE + LANE / 2 });
}

/** Ticks stay with their time of day while the picture moves on. */
function drawTicks({ from, to, x }: Scale): SVGElement[] {
  const pixels = x(from + 1000) - x(from);
  const step = 1000 * (TICKS.find((tick) => tick * pixels > TICK_LABEL) ?? TICKS.at(-1)!);
  const marks: SVGElement[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) {
    marks.push(drawLine('tick', x(at)));
    // Half of it would be cut off.
    if (x(at) + TICK_LABEL / 2 > x(to)) continue;
    marks.push(drawText(time.format(at), { class: 'tick', x: x(at), y: HEIGHT - AXIS / 2 }));
  }
  return marks;
}

function drawLine(look: string, x: number): SVGElement {
  return svg('line', { class: look, x1: x, x2: x, y1: 0, y2: HEIGHT - AXIS });
}

function drawBars(bars: Bar[], { x }: Scale): SVGElement[] {
  return bars.flatMap((bar, index) => {
    const next = bars[index + 1];
    const room = next?.lane === bar.lane ? x(next.start) : Infinity;
    return drawBar(bar, x(bar.start), x(bar.end), room);
  });
}

/** A text that has no room in its bar stands beside it, unless it would run into what is at `room`. */
function drawBar(
  { lane, look, text: label, half }: Bar,
  left: number,
  right: number,
  room: number,
): SVGElement[] {
  const width = Math.max(right - left, 3);
  const height = half === undefined ? BAR : BAR / 2 - 1;
  const y = LANES.indexOf(lane) * LANE + (LANE - BAR) / 2 + (half ? BAR / 2 + 1 : 0);
  const rounding = Math.min(3, width / 2);
  const bar = svg('rect', { class: look, x: left, y, width, height, rx: rounding }, label);
  const labelWidth = label.length * LETTER + 8;
  const middle = y + height / 2;
  if (half !== undefined) return [bar];
  if (width > labelWidth) return [bar, drawText(label, { class: look, x: left + 6, y: middle })];
  if (left + width + labelWidth > room) return [bar];
  return [bar, drawText(label, { class: 'beside', x: left + width + 4, y: middle })];
}

function drawDots(dots: Dot[], { x }: Scale): SVGElement[] {
  const y = LANES.indexOf('events') * LANE + LANE / 2;
  return dots.flatMap(({ start, look, text: name }, index) => {
    const next = dots[index + 1];
    const left = x(start);
    const dot = svg('circle', { class: look, cx: left, cy: y, r: 4.5 }, name);
    if (next && left + name.length * LETTER + 22 > x(next.start)) return [dot];
    return [dot, drawText(name, { class: 'beside', x: left + 9, y })];
  });
}

function drawText(content: string, attributes: Record<string, string | number>): SVGElement {
  const element = svg('text', attributes);
  element.textContent = content;
  return element;
}

/** `title` shows while the pointer rests on it. */
function svg(tag: string, attributes: Record<string, string | number>, title?: string): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (title) {
    const tooltip = svg('title', {});
    tooltip.textContent = title;
    element.append(tooltip);
  }
  return element;
}
