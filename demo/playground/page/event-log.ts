import type { DashboardError } from 'embedded-dashboard';
import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { PageElement } from './page-element.ts';
import type { EventMark, Recorder, RequestSpan } from './recorder.ts';
import { Redraw } from './redraw.ts';

/** An entry of the log. */
type Entry = EventMark | RequestSpan;

const LOGOUT_REASONS = {
  requested: 'This page requested it.',
  'other-tab': 'Another tab requested it.',
  'session-ended': 'Your backend no longer knows the session.',
};

const MOST_ITEMS = 300;

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The dashboard's requests and events in words, with the latest one first. */
export class EventLog extends PageElement {
  static override properties = { recorder: { attribute: false } };
  declare recorder: Recorder;
  readonly #cleared = new WeakSet<Entry>();

  constructor() {
    super();
    this.addController(new Redraw(this));
  }

  override render(): unknown {
    return html`
      <div class="title">
        <h2 id="log-title">Activity log</h2>
        <button id="clear" type="button" @click=${this.#clear}>Clear</button>
      </div>
      <div role="log" aria-live="off" aria-labelledby="log-title" tabindex="0">
        <ol>
          ${repeat(this.#entries, (entry) => entry, toItem)}
        </ol>
      </div>
    `;
  }

  get #entries(): Entry[] {
    return [...this.recorder.requests, ...this.recorder.events]
      .filter((entry) => !this.#cleared.has(entry))
      .toSorted((a, b) => startOf(a) - startOf(b))
      .toReversed()
      .slice(0, MOST_ITEMS);
  }

  #clear(): void {
    for (const entry of this.#entries) this.#cleared.add(entry);
    this.requestUpdate();
  }
}

function startOf(entry: Entry): number {
  return 'event' in entry ? entry.at : entry.start;
}

function toItem(entry: Entry): unknown {
  const [look, name, text] =
    'event' in entry
      ? [toEventLook(entry), entry.event.type, describe(entry.event)]
      : [toRequestLook(entry), `POST ${entry.path}`, describeAnswer(entry)];
  const when = time.format(startOf(entry));
  // The space separates the columns for screen readers, and in copied text.
  return html`<li class=${look}>
    <time>${when}</time> <span><strong>${name}</strong> ${text}</span>
  </li>`;
}

function toEventLook({ event }: EventMark): string {
  return event.type === 'dashboard-error' ? 'event bad' : 'event';
}

function toRequestLook({ end, status }: RequestSpan): string {
  return end && !(status && status < 400) ? 'request bad' : 'request';
}

function describeAnswer({ start, end, status }: RequestSpan): string {
  if (!end) return 'pending';
  // A redirect that is not followed has the status 0.
  return `${status === null ? 'no answer' : status || 'a redirect'} after ${end - start} ms`;
}

function describe(event: EventMark['event']): string {
  if ('error' in event) return describeError(event.error);
  if ('reason' in event) return LOGOUT_REASONS[event.reason];
  if ('deadline' in event) {
    return `A new token is due. The refresh waits for a quiet moment, until ${time.format(event.deadline)} at the latest.`;
  }
  if ('expiredAt' in event) return 'The token has expired, and there is no new one yet.';
  if ('label' in event) {
    return `The reader has chosen: ${event.label}. ${JSON.stringify(event.parameters)}`;
  }
  const expiry = `Its token expires at ${time.format(event.expiresAt)}.`;
  return event.type === 'dashboard-load'
    ? `A dashboard is on screen. ${expiry}`
    : `The dashboard was replaced automatically. ${expiry}`;
}

function describeError({ code, message, attempt, retryAt }: DashboardError): string {
  const next = retryAt
    ? ` Attempt ${attempt}. The next attempt is at ${time.format(retryAt)}.`
    : '';
  return `${code}: ${message}${next}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'event-log': EventLog;
  }
}

customElements.define('event-log', EventLog);
