import type { FrameSpan, Half, Recorder, RequestSpan, Span, TokenSpan } from './recorder.ts';

/** The rows of the timeline, from above. */
export const LANES = ['status', 'requests', 'token', 'frames', 'events'] as const;

/** Something that lasted, or lasts, in one row. Times are in milliseconds of `Date.now()`. */
export interface Bar {
  lane: (typeof LANES)[number];
  start: number;
  end: number;
  /** How it is drawn: a class of the style sheet. */
  look: string;
  /** What it is. A whole one has it written into it, where it is wide enough. */
  text: string;
  /** The half of the row that it takes; the whole where there is none. */
  half?: Half;
}

/** An event. */
export interface Dot {
  start: number;
  end: number;
  look: string;
  text: string;
}

/** What the bars are at a time. */
export function toBars(recorder: Recorder, now: number): Bar[] {
  return [
    ...recorder.statuses.map((span) => toBar('status', span, now, span.status, span.status)),
    ...recorder.requests.map((span) => toRequestBar(span, now)),
    ...recorder.tokens.flatMap(toTokenBars),
    ...recorder.frames.flatMap((span) => toFrameBars(span, now)),
  ];
}

/** What the dots are. */
export function toDots({ events }: Recorder): Dot[] {
  return events.map(({ at, event: { type } }) => ({
    start: at,
    end: at,
    look: type,
    text: type.replace('dashboard-', ''),
  }));
}

function toBar(
  lane: Bar['lane'],
  { start, end }: Span,
  now: number,
  look: string,
  text: string,
  half?: Half,
): Bar {
  return { lane, start, end: end ?? now, look, text, half };
}

function toRequestBar(span: RequestSpan, now: number): Bar {
  if (!span.end) return toBar('requests', span, now, 'waiting', 'waiting');
  const isGood = span.status !== null && span.status > 0 && span.status < 400;
  return toBar('requests', span, now, isGood ? 'good' : 'bad', String(span.status || 'none'));
}

/** Its life, and the part of it in which the refresh point lies: 70 to 80 %. */
function toTokenBars({ start, end, half }: TokenSpan): Bar[] {
  const at = (share: number): number => start + share * (end - start);
  return [
    { lane: 'token', start, end, look: 'life', text: 'a token’s life', half },
    {
      lane: 'token',
      start: at(0.7),
      end: at(0.8),
      look: 'refresh-point',
      text: 'its refresh point lies in here',
      half,
    },
  ];
}

/** While it is prepared behind the other one, and while it is on screen. */
function toFrameBars({ start, end, shownAt, half }: FrameSpan, now: number): Bar[] {
  const preparation: Span = { start, end: shownAt ?? end };
  const bars = [toBar('frames', preparation, now, 'prepared', 'a frame, prepared unseen', half)];
  if (shownAt) {
    bars.push(toBar('frames', { start: shownAt, end }, now, 'shown', 'a frame on screen', half));
  }
  return bars;
}
