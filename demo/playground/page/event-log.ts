import type { DashboardError } from 'embedded-dashboard';
import type { EventMark, Recorder, RequestSpan } from './recorder.ts';

const LOGOUT_REASONS = {
  requested: 'This page asked for it.',
  'other-tab': 'Another tab asked for it.',
  'session-ended': 'Your backend no longer knows the session.',
};

const MOST_ITEMS = 300;

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The element's requests and events in words, the latest one first. */
export class EventLog {
  readonly #list: HTMLElement;
  readonly #recorder: Recorder;
  readonly #items = new WeakMap<object, HTMLElement>();

  constructor(list: HTMLElement, recorder: Recorder) {
    this.#list = list;
    this.#recorder = recorder;
  }

  /** Writes down what has happened since the last time. */
  update(): void {
    const { requests, events } = this.#recorder;
    const entries = [
      ...requests.map((span) => [span.start, span] as const),
      ...events.map((mark) => [mark.at, mark] as const),
    ].toSorted(([a], [b]) => a - b);
    for (const [at, entry] of entries) {
      const item = this.#items.get(entry) ?? this.#add(at, entry);
      if ('path' in entry) describeRequest(item, entry);
    }
    while (this.#list.children.length > MOST_ITEMS) this.#list.lastElementChild!.remove();
  }

  clear(): void {
    this.#list.replaceChildren();
  }

  #add(at: number, entry: EventMark | RequestSpan): HTMLElement {
    const item =
      'event' in entry ? toEventItem(at, entry) : toItem(at, 'request', `POST ${entry.path}`, '');
    this.#items.set(entry, item);
    this.#list.prepend(item);
    return item;
  }
}

/** Its answer comes later than the request. */
function describeRequest(item: HTMLElement, { start, end, status }: RequestSpan): void {
  // A redirect that is not followed has the status 0.
  const answer = status === null ? 'no answer' : status || 'a redirect';
  const text = end ? `${answer} after ${end - start} ms` : 'waits for its answer';
  if (item.lastChild!.textContent === text) return;
  item.lastChild!.textContent = text;
  item.classList.toggle('bad', end !== null && !(status && status < 400));
}

function toEventItem(at: number, { event }: EventMark): HTMLElement {
  const item = toItem(at, 'event', event.type, describe(event));
  item.classList.toggle('bad', event.type === 'dashboard-error');
  return item;
}

function toItem(at: number, kind: string, name: string, text: string): HTMLElement {
  const item = document.createElement('li');
  const [when, what] = [document.createElement('time'), document.createElement('strong')];
  item.className = kind;
  when.textContent = time.format(at);
  what.textContent = name;
  item.append(when, what, ' ', document.createTextNode(text));
  return item;
}

function describe(event: EventMark['event']): string {
  if ('error' in event) return describeError(event.error);
  if ('reason' in event) return LOGOUT_REASONS[event.reason];
  if ('deadline' in event) {
    return `Time for a new token. Waits for a quiet moment, until ${time.format(event.deadline)} at the latest.`;
  }
  if ('expiredAt' in event) return 'The token has ended and there is no new one yet.';
  const expiry = `Its token ends at ${time.format(event.expiresAt)}.`;
  return event.type === 'dashboard-load'
    ? `A dashboard is on screen. ${expiry}`
    : `A dashboard with a new token took over. ${expiry}`;
}

function describeError({ code, message, attempt, retryAt }: DashboardError): string {
  const next = retryAt ? ` Attempt ${attempt}; the next one comes at ${time.format(retryAt)}.` : '';
  return `${code}: ${message}${next}`;
}
