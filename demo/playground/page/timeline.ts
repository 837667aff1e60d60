import type { Recorder } from './recorder.ts';
import { type Bar, type Dot, LANES, toBars, toDots } from './timeline-marks.ts';

/** The seconds that are seen before and after the present, on a wide screen and on a narrow one. */
const WIDE = { before: 120, after: 60, tick: 30 };
const NARROW = { before: 50, after: 25, tick: 25 };
const NARROW_BELOW_PX = 560;

/** In pixels. */
const GUTTER = 76;
const LANE = 26;
const BAR = 18;
const AXIS = 20;
const HEIGHT = LANES.length * LANE + AXIS;
const LETTER = 6.4;

/** From a time to the pixels from the left. */
type Scale = (at: number) => number;

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Draws what the element did in the last minutes, and when its token will end. */
export class Timeline {
  readonly #container: HTMLElement;
  readonly #recorder: Recorder;

  constructor(container: HTMLElement, recorder: Recorder) {
    this.#container = container;
    this.#recorder = recorder;
  }

  draw(now = Date.now()): void {
    const width = this.#container.clientWidth;
    const { before, after, tick } = width < NARROW_BELOW_PX ? NARROW : WIDE;
    const from = now - before * 1000;
    const to = now + after * 1000;
    const scale = (width - GUTTER) / (to - from);
    const x: Scale = (at) => GUTTER + (Math.min(Math.max(at, from), to) - from) * scale;
    const isSeen = ({ start, end }: { start: number; end: number }): boolean =>
      end > from && start < to;

    const picture = svg('svg', {
      width,
      height: HEIGHT,
      role: 'img',
      'aria-label':
        'Timeline of the last minutes; the list “What happened” tells the same in words.',
    });
    picture.append(
      ...LANES.map(drawLane),
      ...drawTicks(from, to, tick * 1000, x),
      ...drawBars(toBars(this.#recorder, now).filter(isSeen), x),
      ...drawDots(toDots(this.#recorder).filter(isSeen), x),
      svg('line', { class: 'now', x1: x(now), x2: x(now), y1: 0, y2: HEIGHT - AXIS }),
    );
    this.#container.replaceChildren(picture);
  }
}

function drawLane(name: string, index: number): SVGElement {
  return text(name, { class: 'lane', x: 0, y: index * LANE + LANE / 2 });
}

/** Ticks stay with their time of day while the picture moves on. */
function drawTicks(from: number, to: number, step: number, x: Scale): SVGElement[] {
  const marks: SVGElement[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) {
    marks.push(
      svg('line', { class: 'tick', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT - AXIS }),
      text(time.format(at), { class: 'tick', x: x(at), y: HEIGHT - AXIS / 2 }),
    );
  }
  return marks;
}

function drawBars(bars: Bar[], x: Scale): SVGElement[] {
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
  const bar = svg('rect', { class: look, x: left, y, width, height, rx: Math.min(3, width / 2) });
  const labelWidth = label.length * LETTER + 8;
  const middle = y + height / 2;
  if (half !== undefined) return [bar];
  if (width > labelWidth) return [bar, text(label, { class: look, x: left + 6, y: middle })];
  if (left + width + labelWidth > room) return [bar];
  return [bar, text(label, { class: 'beside', x: left + width + 4, y: middle })];
}

function drawDots(dots: Dot[], x: Scale): SVGElement[] {
  const y = LANES.indexOf('events') * LANE + LANE / 2;
  return dots.flatMap(({ start, look, text: name }, index) => {
    const next = dots[index + 1];
    const left = x(start);
    const dot = svg('circle', { class: look, cx: left, cy: y, r: 4.5 });
    if (next && left + name.length * LETTER + 22 > x(next.start)) return [dot];
    return [dot, text(name, { class: 'beside', x: left + 9, y })];
  });
}

function text(content: string, attributes: Record<string, string | number>): SVGElement {
  const element = svg('text', attributes);
  element.textContent = content;
  return element;
}

function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
