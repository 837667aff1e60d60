import type { DashboardEventMap, EmbeddedDashboardElement } from 'embedded-dashboard';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type FrameMessage, followMessages } from './frame-messages.ts';

/** A period. `end` is `null` until the period ends. Times are in milliseconds of `Date.now()`. */
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
  /** The answer's status; `null` if there is none. */
  status: number | null;
}

/** The half of the row in which a span is drawn. Overlapping spans alternate. */
export type Half = 0 | 1;

/** The life of a token. */
export interface TokenSpan extends Span {
  end: number;
  half: Half;
}

/** A frame of the element, from the start of its preparation. */
export interface FrameSpan extends Span {
  half: Half;
  /** The time at which it appeared on screen. */
  shownAt: number | null;
}

/** A message of the dashboard's page to the element. */
export interface MessageMark {
  at: number;
  /** Its name and its size, not its content. */
  text: string;
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
  'dashboard-select',
] as const;

/** The interval at which the status is read, because not every change of it fires an event. */
const SAMPLE_MS = 50;
const MOST_KEPT = 200;

/** Records the behavior of the page's dashboard, as far as it is visible from outside. */
export class Recorder implements ReactiveController {
  readonly statuses: StatusSpan[] = [];
  readonly requests: RequestSpan[] = [];
  readonly tokens: TokenSpan[] = [];
  readonly frames: FrameSpan[] = [];
  readonly events: EventMark[] = [];
  readonly messages: MessageMark[] = [];
  readonly #fetch = window.fetch;
  readonly #frameObserver = new MutationObserver(() => this.#lookAtFrames());
  readonly #openFrames = new Map<Element, FrameSpan>();
  #element: EmbeddedDashboardElement | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
    followMessages((message) => this.#onMessage(message));
  }

  hostConnected(): void {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    // The browser's own list of requests contains a request only after it has ended.
    window.fetch = (input, init) => this.#follow(input, init);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    window.fetch = this.#fetch;
  }

  /** The status of the element; `idle` while the page has none. */
  get status(): EmbeddedDashboardElement['status'] {
    return this.#element?.status ?? 'idle';
  }

  get expiresAt(): Date | null {
    return this.#element?.expiresAt ?? null;
  }

  /** Starts to record this element. A callback for Lit's `ref` directive. */
  readonly observe = (element: Element | undefined): void => {
    this.#frameObserver.disconnect();
    for (const type of EVENT_TYPES) this.#element?.removeEventListener(type, this.#onEvent);
    this.#element = element as EmbeddedDashboardElement | undefined;
    for (const type of EVENT_TYPES) this.#element?.addEventListener(type, this.#onEvent);
    if (element) {
      this.#frameObserver.observe(element.shadowRoot!, {
        childList: true,
        subtree: true,
        attributeFilter: ['inert'],
      });
    }
    this.#lookAtFrames();
  };

  readonly #onEvent = (event: EventMark['event']): void => {
    keep(this.events, { at: Date.now(), event });
  };

  /** A dashboard reports the scroll position many times. Messages of the same name in a row are one mark. */
  #onMessage({ source, name, size }: FrameMessage): void {
    const frames = [...this.#openFrames.keys()] as HTMLIFrameElement[];
    if (!frames.some(({ contentWindow }) => contentWindow === source)) return;
    const last = this.messages.at(-1);
    const mark = { at: Date.now(), text: `${name}, ${size} B` };
    if (last?.text.startsWith(`${name},`)) Object.assign(last, mark);
    else keep(this.messages, mark);
  }

  #sample(): void {
    const { status } = this;
    const start = Date.now();
    const last = this.statuses.at(-1);
    if (last?.status !== status) {
      if (last) last.end = start;
      keep(this.statuses, { start, end: null, status });
    }
    const end = this.expiresAt?.getTime();
    const token = this.tokens.at(-1);
    if (!end && token && token.end > start) token.end = start;
    if (!end || token?.end === end) return;
    // The latest request was for this token.
    const askedAt = this.requests.at(-1)?.start ?? start;
    keep(this.tokens, { start: askedAt, end, half: other(token) });
  }

  #lookAtFrames(): void {
    const now = Date.now();
    const frames = new Set(this.#element?.shadowRoot!.querySelectorAll('iframe'));
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

  async #follow(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const answer = this.#fetch.call(window, input, init);
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
  }
}

/** Adds an item, and drops the oldest one if there are too many. */
function keep<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MOST_KEPT) list.shift();
}

function other(last: { half: Half } | undefined): Half {
  return last?.half === 0 ? 1 : 0;
}
