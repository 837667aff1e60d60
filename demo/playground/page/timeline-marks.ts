import type {
  EventMark,
  FrameSpan,
  Half,
  Recorder,
  RequestSpan,
  Span,
  TokenSpan,
} from './recorder.ts';

/** The rows of the timeline, from top to bottom. */
export const LANES = ['status', 'requests', 'token', 'frames', 'events', 'messages'] as const;

/** A period in one row. Times are in milliseconds of `Date.now()`. */
export interface Bar {
  lane: (typeof LANES)[number];
  start: number;
  end: number;
  /** A class of the style sheet. */
  look: string;
  /** The tooltip. Also the label, if the bar has the height of the row. */
  text: string;
  /** The half of the row that the bar occupies. Default: the bar has the height of the row. */
  half?: Half;
}

/** The dot of an event or a message. */
export interface Dot {
  lane: (typeof LANES)[number];
  start: number;
  end: number;
  look: string;
  text: string;
}

/** Returns the bars at a time. */
export function toBars(recorder: Recorder, now: number): Bar[] {
  return [
    ...recorder.statuses.map((span) => toBar('status', span, now, span.status, span.status)),
    ...recorder.requests.map((span) => toRequestBar(span, now)),
    ...recorder.tokens.flatMap(toTokenBars),
    ...recorder.frames.flatMap((span) => toFrameBars(span, now)),
  ];
}

/** Returns a dot for each message. */
export function toMessageDots({ messages }: Recorder): Dot[] {
  return messages.map(({ at, text }) => ({
    lane: 'messages',
    start: at,
    end: at,
    look: 'message',
    text,
  }));
}

/** Returns a dot for each event. */
export function toDots({ events }: Recorder): Dot[] {
  return events.map(({ at, event }, index) => ({
    lane: 'events',
    start: at,
    end: at,
    look: event.type,
    text: toDotText(event, events[index - 1]?.event),
  }));
}

/** Names the parameters of a `dashboard-load`, and a refresh that kept the token. */
function toDotText(event: EventMark['event'], before: EventMark['event'] | undefined): string {
  const name = event.type.replace('dashboard-', '');
  if ('parameters' in event) {
    return [name, ...Object.entries(event.parameters ?? {}).flat()].join(' ');
  }
  const isSameToken =
    before &&
    'expiresAt' in event &&
    'expiresAt' in before &&
    +event.expiresAt === +before.expiresAt;
  return event.type === 'dashboard-refreshed' && isSameToken ? 'fresh data' : name;
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

/** The range of the refresh point, as shares of a token's life. A test compares it with the element's. */
const REFRESH_RANGE = [0.7, 0.8] as const;

/** Returns the lifetime of a token, and the range of its refresh point. */
function toTokenBars({ start, end, half }: TokenSpan): Bar[] {
  const at = (share: number): number => start + share * (end - start);
  return [
    { lane: 'token', start, end, look: 'life', text: 'token lifetime', half },
    {
      lane: 'token',
      start: at(REFRESH_RANGE[0]),
      end: at(REFRESH_RANGE[1]),
      look: 'refresh-point',
      text: 'the range of its refresh point',
      half,
    },
  ];
}

/** Returns the time in which a frame is prepared in the background, and its time on screen. */
function toFrameBars({ start, end, shownAt, half }: FrameSpan, now: number): Bar[] {
  const preparation: Span = { start, end: shownAt ?? end };
  const bars = [toBar('frames', preparation, now, 'prepared', 'a frame in preparation', half)];
  if (shownAt) {
    bars.push(toBar('frames', { start: shownAt, end }, now, 'shown', 'a frame on screen', half));
  }
  return bars;
}
