import type { DashboardEventMap, EmbeddedDashboardElement } from 'embedded-dashboard';

/** Something that lasts; `end` is `null` while it does. Times are in milliseconds of `Date.now()`. */
export interface Span {
  start: number;
  end: number | null;
}

/** A status of the element. */
export interface StatusSpan extends Span {
  status: EmbeddedDashboardElement['status'];
}

/** A request of the element to its host. */
export interface RequestSpan extends Span {
  path: string;
  /** The answer's status; `null` where there is none. */
  status: number | null;
}

/** The half of its row that a span is drawn in: what overlaps takes turns. */
export type Half = 0 | 1;

/** The life of a token; `end` is when it ends. */
export interface TokenSpan extends Span {
  end: number;
  half: Half;
}

/** A frame of the element, from when it is prepared. */
export interface FrameSpan extends Span {
  half: Half;
  /** When it came on screen. */
  shownAt: number | null;
}

/** An event of the element. */
export interface EventMark {
  at: number;
  event: DashboardEventMap[keyof DashboardEventMap];
}

const EVENT_TYPES = [
  'dashboard-load',
  'dashboard-expiring',
  'dashboard-refreshed',
  'dashboard-expired',
  'dashboard-logout',
  'dashboard-error',
] as const;

/** No event tells of every status: it is looked at this often. */
const SAMPLE_MS = 50;
const MOST_KEPT = 200;

/** All that an element does, as it can be seen from outside. */
export class Recorder {
  readonly statuses: StatusSpan[] = [];
  readonly requests: RequestSpan[] = [];
  readonly tokens: TokenSpan[] = [];
  readonly frames: FrameSpan[] = [];
  readonly events: EventMark[] = [];
  readonly #element: EmbeddedDashboardElement;
  readonly #openFrames = new Map<Element, FrameSpan>();

  constructor(element: EmbeddedDashboardElement) {
    this.#element = element;
    for (const type of EVENT_TYPES) {
      element.addEventListener(type, (event) => keep(this.events, { at: Date.now(), event }));
    }
    new MutationObserver(() => this.#lookAtFrames()).observe(element.shadowRoot!, {
      childList: true,
      subtree: true,
      attributeFilter: ['inert'],
    });
    setInterval(() => this.#sample(), SAMPLE_MS);
    this.#followRequests();
  }

  #sample(): void {
    const { status, expiresAt } = this.#element;
    const start = Date.now();
    const last = this.statuses.at(-1);
    if (last?.status !== status) {
      if (last) last.end = start;
      keep(this.statuses, { start, end: null, status });
    }
    const end = expiresAt?.getTime();
    const token = this.tokens.at(-1);
    if (!end && token && token.end > start) token.end = start;
    if (!end || token?.end === end) return;
    // It was asked for with the latest request.
    const askedAt = this.requests.at(-1)?.start ?? start;
    keep(this.tokens, { start: askedAt, end, half: other(token) });
  }

  #lookAtFrames(): void {
    const now = Date.now();
    const frames = new Set(this.#element.shadowRoot!.querySelectorAll('iframe'));
    for (const [frame, span] of this.#openFrames) {
      if (frames.has(frame as HTMLIFrameElement)) continue;
      span.end = now;
      this.#openFrames.delete(frame);
    }
    for (const frame of frames) {
      const span = this.#openFrames.get(frame) ?? this.#openFrame(frame, now);
      if (!frame.inert) span.shownAt ??= now;
    }
  }

  #openFrame(frame: Element, start: number): FrameSpan {
    const span = { start, end: null, shownAt: null, half: other(this.frames.at(-1)) };
    keep(this.frames, span);
    this.#openFrames.set(frame, span);
    return span;
  }

  /** The browser's own list of requests tells of one only when it is over. */
  #followRequests(): void {
    const original = window.fetch;
    window.fetch = async (input, init) => {
      const answer = original(input, init);
      if (!new Headers(init?.headers).has('X-Embedded-Dashboard')) return answer;
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      const span: RequestSpan = { start: Date.now(), end: null, path: url.pathname, status: null };
      keep(this.requests, span);
      try {
        const response = await answer;
        span.status = response.status;
        return response;
      } finally {
        span.end = Date.now();
      }
    };
  }
}

/** The latest ones; the oldest make room. */
function keep<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MOST_KEPT) list.shift();
}

function other(last: { half: Half } | undefined): Half {
  return last?.half === 0 ? 1 : 0;
}
