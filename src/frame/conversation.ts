import type { DashboardError } from '../protocol/dashboard-error.ts';
import { DashboardErrorEvent } from '../protocol/dashboard-error-event.ts';
import { DashboardSelectEvent } from '../protocol/dashboard-select-event.ts';
import type { LiveFrame, PageNews } from '../protocol/live-frame.ts';
import { readFilters } from './filters.ts';
import { Limit } from './limit.ts';
import { forget, hostOf, memoryOf, type Memory } from './memory.ts';
import { Pace } from './pace.ts';
import { readMessage, type Message } from './read-message.ts';
import { toRefusal } from './refusal.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** In a minute. A page that greets more often loads itself without end. */
const MOST_GREETINGS = 6;
/** In a minute. A page that is unavailable loads itself again, and greets each time. */
const MOST_RETURNS = 30;
/** In a minute. Without a limit, a reader who never stops would make the next page load for ever. */
const MOST_LOADS = 3;
/** In characters. Filters, sorting and scroll positions take far less, and it stays in the memory of the host page. */
const LONGEST_STATE = 16 * 1024;
/** In characters. The host page may show it in one line. */
const LONGEST_LABEL = 200;
/** Control characters, and those that turn the direction of the text after them. A label has none. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Some twenty screens. A taller dashboard is a mistake, and costs the browser much memory. */
const TALLEST_PX = 20_000;
/** In a second. No person clicks faster, and the host page may request something each time. */
const MOST_SELECTIONS = 2;

/** The news of a page that says nothing. */
const SILENT = { phase: undefined, isBusy: false, keepsState: false };

/** A document that has greeted. */
interface Document {
  readonly port: MessagePort;
  /** The abilities of both sides. */
  readonly can: readonly string[];
  /** The state that it has got. */
  readonly state: string | undefined;
  readonly isLoaded: boolean;
}

/** A message of the page: the ability that it needs, whether it counts now (default: always), and what it does. */
interface Row {
  readonly needs?: string;
  readonly counts?: () => boolean;
  readonly does: (message: Message) => void;
}

/** The talk with the page in one frame, from its first greeting to the removal of the frame. */
export class Conversation {
  readonly #iframe: HTMLIFrameElement;
  readonly #frame: LiveFrame;
  readonly #element: HTMLElement;
  readonly #memory: Memory;
  readonly #pace = new Pace((message) => this.#apply(message));
  readonly #greetings = new Limit(MOST_GREETINGS, MINUTE_MS);
  /** The greetings of a page that was unavailable count on their own. */
  readonly #returns = new Limit(MOST_RETURNS, MINUTE_MS);
  readonly #selections = new Limit(MOST_SELECTIONS, SECOND_MS);
  #document: Document | null = null;
  #said: PageNews = SILENT;
  /** Whether the page has said that it is unavailable, and not yet that it is ready. */
  #isUnavailable = false;

  /** One row for each message of the page. A reader works in the frame on screen only. */
  readonly #rows = new Map<unknown, Row>([
    ['ready', { needs: 'ready', counts: () => this.#mayDraw, does: () => this.#draw() }],
    ['height', { needs: 'height', does: ({ height }) => this.#resize(height) }],
    [
      'state',
      { needs: 'state', counts: () => this.#isShown, does: ({ state }) => this.#keep(state) },
    ],
    [
      'select',
      {
        needs: 'select',
        counts: () => this.#isShown && this.#selections.allows(),
        does: (all) => this.#select(all),
      },
    ],
    ['busy', { needs: 'busy', does: () => this.#tell({ isBusy: true }) }],
    ['idle', { needs: 'busy', does: () => this.#tell({ isBusy: false }) }],
    ['refused', { does: ({ reason }) => this.#refuse(reason) }],
  ]);

  constructor(iframe: HTMLIFrameElement, frame: LiveFrame) {
    this.#iframe = iframe;
    this.#frame = frame;
    this.#element = hostOf(iframe);
    this.#memory = memoryOf(this.#element, frame.key);
    iframe.addEventListener('load', () => this.#onLoad());
    iframe.addEventListener('move', () => this.#onMove());
  }

  /** Answers a greeting, unless there were too many. A greeting begins a new document. */
  greet(given: readonly string[]): void {
    this.#close();
    const limit = this.#isUnavailable ? this.#returns : this.#greetings;
    if (!limit.allows()) return this.#tell();
    const { sizing } = this.#element as { sizing?: unknown };
    const isOn = (name: string): boolean => name !== 'height' || sizing === 'content';
    const can = given.filter((name) => this.#rows.get(name)?.needs === name && isOn(name));
    const keepsState = can.includes('state');
    this.#welcome(can, keepsState ? this.#memory.state : undefined);
    this.#tell({ phase: can.includes('ready') ? 'drawing' : 'greeted', keepsState });
  }

  #welcome(can: readonly string[], state: string | undefined): void {
    const { port1: port, port2 } = new MessageChannel();
    port.addEventListener('message', ({ data }) => this.#pace.take(readMessage(data)));
    port.start();
    this.#document = { port, can, state, isLoaded: false };
    const welcome = { embeddedDashboard: 1, type: 'welcome', can, state };
    const { contentWindow, src } = this.#iframe;
    contentWindow!.postMessage(welcome, new URL(src).origin, [port2]);
  }

  /** Forgets what the document has said. */
  #close(): void {
    this.#document?.port.close();
    this.#document = null;
    this.#said = SILENT;
    this.#pace.stop();
    this.#memory.height.report(this);
  }

  /** Tells the element what has changed. */
  #tell(news: Partial<PageNews> = {}, refusal?: DashboardError): void {
    this.#said = { ...this.#said, ...news };
    const hasState = this.#said.keepsState && !!this.#memory.state;
    this.#frame.hear({ ...this.#said, hasState }, refusal);
  }

  /** The second load after a greeting is that of another document, which has not greeted. */
  #onLoad(): void {
    if (this.#document && !this.#document.isLoaded) {
      this.#document = { ...this.#document, isLoaded: true };
    } else {
      this.#close();
      this.#tell();
    }
  }

  #onMove(): void {
    if (this.#isShown) this.#memory.height.show(this);
    if (this.#iframe.isConnected) return;
    this.#close();
    this.#memory.height.release(this);
    if (!this.#element.isConnected) forget(this.#element);
  }

  #apply(message: Message): void {
    const row = this.#rows.get(message.type);
    if (!row || (row.needs && !this.#document?.can.includes(row.needs))) return;
    if (row.counts?.() !== false) row.does(message);
  }

  /** The frame on screen: the newest one that is not inert. The one before it may still be there for a moment. */
  get #shown(): Element | undefined {
    return [...this.#element.shadowRoot!.querySelectorAll('iframe:not([inert])')].at(-1);
  }

  get #isShown(): boolean {
    return this.#iframe === this.#shown;
  }

  /** A document is ready once, and again after it was unavailable. */
  get #mayDraw(): boolean {
    return this.#said.phase !== 'drawn' || this.#isUnavailable;
  }

  #draw(): void {
    this.#isUnavailable = false;
    this.#memory.refusedBy = undefined;
    this.#tell({ phase: 'drawing' });
    const document = this.#document;
    // The picture is on screen after two animation frames. There are none while the page is hidden.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        if (this.#said.phase !== 'drawing' || document?.port !== this.#document?.port) return;
        if (this.#isOutdated) this.#loadAgain();
        else this.#tell({ phase: 'drawn' });
      });
    });
  }

  /** Whether the reader has set something since this page, which is still behind the one on screen, got its state. */
  get #isOutdated(): boolean {
    const isOlder = this.#said.keepsState && this.#document?.state !== this.#memory.state;
    return isOlder && !this.#isShown && this.#greetings.count < MOST_LOADS;
  }

  /** Loads the page once more. Its greeting gets the newest state. */
  #loadAgain(): void {
    const iframe = this.#iframe;
    this.#close();
    this.#frame.hear({ ...this.#said, loadedAt: Infinity });
    // Unlike a navigation, this leaves no entry in the history.
    iframe.parentNode!.appendChild(iframe);
  }

  #resize(height: unknown): void {
    if (typeof height !== 'number' || !(height > 0 && height <= TALLEST_PX)) return;
    this.#memory.height.report(this, height);
    if (this.#isShown) this.#memory.height.show(this);
  }

  #keep(state: unknown): void {
    if (typeof state !== 'string' || state.length > LONGEST_STATE) return;
    this.#memory.state = state;
    this.#tell();
  }

  #select({ parameters: given, label, filters }: Message): void {
    try {
      const parameters = Object.freeze(this.#frame.parseParameters(given));
      const text = typeof label === 'string' && label.length <= LONGEST_LABEL ? label : '';
      const seen = text.replaceAll(UNSEEN, '');
      const set = readFilters(filters, this.#frame.toFilterQuery);
      this.#element.dispatchEvent(new DashboardSelectEvent(parameters, seen, set));
    } catch {
      // A choice against the rules is none.
    }
  }

  /** While the service is unavailable, a page on screen stays, and its element reports that once. */
  #refuse(reason: unknown): void {
    const isUnavailable = reason === 'unavailable';
    const isRepeated = isUnavailable && this.#isUnavailable;
    this.#isUnavailable = isUnavailable;
    const { refusedBy = this } = this.#memory;
    const error = toRefusal(reason, this.#iframe, isUnavailable || refusedBy === this);
    if (!error || isRepeated) return;
    if (!isUnavailable) this.#memory.refusedBy = refusedBy;
    const isBehind = this.#shown && !this.#isShown;
    if (!isUnavailable || isBehind) this.#tell({ phase: 'refused' }, error);
    else this.#element.dispatchEvent(new DashboardErrorEvent(error));
  }
}
