import { DashboardSelectEvent } from '../protocol/dashboard-select-event.ts';
import type { LiveFrame } from '../protocol/live-frame.ts';
import { allows } from './limit.ts';
import { forget, hostOf, memoryOf, type Memory } from './memory.ts';
import { abilityOf, Pace } from './pace.ts';
import { readMessage, type Message } from './read-message.ts';
import { refuse } from './refusal.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const MOST_GREETINGS = 6;
/** A page that is unavailable loads itself again, and greets each time. */
const MOST_RETURNS = 30;
/** After this time without `ready`, a loaded page counts as one that does not say so. */
const READY_TIMEOUT_MS = 10_000;
/** A reader who never stops would make the next page load for ever. */
const MOST_LOADS = 3;
const LONGEST_STATE = 16 * 1024;
const LONGEST_LABEL = 200;
/** Control characters, and those that turn the direction of the text after them. A label has none. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const TALLEST_PX = 20_000;
const MOST_SELECTIONS = 2;

/** The talk with the page in one frame, from its first greeting to the removal of the frame. */
export class Conversation {
  readonly #frame: LiveFrame;
  readonly #element: HTMLElement;
  readonly #memory: Memory;
  readonly #pace = new Pace((message) => this.#apply(message));
  /** The abilities of both sides. */
  #can: readonly string[] = [];
  /** The state that the page has got. */
  #given?: string | undefined;
  #port: MessagePort | null = null;
  /** The times of the answered greetings of the last minute. */
  #greetings: number[] = [];
  /** Those of a page that was unavailable, which count on their own. */
  #returns: number[] = [];
  #selections: number[] = [];
  #hasGreetedSinceLoad = false;
  #isReady = false;
  /** Whether the page has said that it is unavailable, and not yet that it is ready. */
  #isUnavailable = false;
  #height = 0;
  #readyTimer = 0;

  constructor(frame: LiveFrame) {
    this.#frame = frame;
    this.#element = hostOf(frame);
    this.#memory = memoryOf(frame);
    frame.onMove = (isShown) => this.#onMove(isShown);
    frame.iframe.addEventListener('load', () => this.#onLoad());
  }

  /** Answers a greeting, unless there were too many. A greeting begins a new document. */
  greet(can: readonly string[]): void {
    this.#close();
    const mayGreet = this.#isUnavailable
      ? allows(this.#returns, MOST_RETURNS, MINUTE_MS)
      : allows(this.#greetings, MOST_GREETINGS, MINUTE_MS);
    if (!mayGreet) return;
    this.#hasGreetedSinceLoad = this.#frame.hasGreeted = true;
    const abilities = ['ready', 'height', 'state', 'select', 'busy'];
    const { sizing } = this.#element as { sizing?: unknown };
    const isOn = (name: string): boolean => name !== 'height' || sizing === 'content';
    this.#can = abilities.filter((name) => can.includes(name) && isOn(name));
    this.#frame.keepsState = this.#can.includes('state');
    if (this.#can.includes('ready')) {
      this.#frame.isReady = false;
      if (this.#frame.loadedAt < Infinity) this.#limitReady();
    }
    this.#welcome();
    this.#frame.update();
  }

  #welcome(): void {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => this.#pace.take(readMessage(data)));
    port1.start();
    this.#port = port1;
    this.#given = this.#frame.keepsState ? this.#memory.state : undefined;
    const welcome = { embeddedDashboard: 1, type: 'welcome', can: this.#can, state: this.#given };
    const { contentWindow, src } = this.#frame.iframe;
    contentWindow!.postMessage(welcome, new URL(src).origin, [port2]);
  }

  /** Treats the page as one that does not say so, unless it is ready in time. */
  #limitReady(): void {
    clearTimeout(this.#readyTimer);
    this.#readyTimer = window.setTimeout(() => {
      this.#frame.isReady = undefined;
      this.#frame.update();
    }, READY_TIMEOUT_MS);
  }

  /** Forgets what the document has said. */
  #close(): void {
    this.#port?.close();
    this.#port = null;
    this.#pace.stop();
    clearTimeout(this.#readyTimer);
    this.#can = [];
    this.#isReady = false;
    this.#height = 0;
    Object.assign(this.#frame, { isReady: undefined, isBusy: false, keepsState: false });
  }

  #onLoad(): void {
    if (!this.#hasGreetedSinceLoad) this.#close();
    this.#hasGreetedSinceLoad = false;
    if (this.#frame.isReady === false) this.#limitReady();
    this.#frame.update();
  }

  #onMove(isShown: boolean): void {
    if (isShown) this.#showHeight();
    if (this.#frame.iframe.isConnected) return;
    this.#close();
    this.#memory.height.release(this);
    if (!this.#element.isConnected) forget(this.#element);
  }

  #apply(message: Message): void {
    const { type, height, state, parameters, label, reason } = message;
    if (type === 'refused') this.#onRefused(reason);
    if (!this.#can.includes(abilityOf(message))) return;
    if (type === 'ready') this.#onReady();
    if (type === 'height') this.#onHeight(height);
    if (type === 'state') this.#onState(state);
    if (type === 'select') this.#onSelect(parameters, label);
    if (type === 'busy' || type === 'idle') this.#onBusy(type === 'busy');
  }

  get #isShown(): boolean {
    return !this.#frame.iframe.inert;
  }

  #onReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#isUnavailable = false;
    this.#memory.isRefused = this.#frame.isRefused = false;
    const port = this.#port;
    // The picture is on screen after two animation frames. There are none while the page is hidden.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        if (port !== this.#port) return;
        clearTimeout(this.#readyTimer);
        if (this.#isOutdated) this.#loadAgain();
        else this.#frame.isReady = true;
        this.#frame.update();
      });
    });
  }

  /** Whether the reader has set something since this page, which is still behind the one on screen, got its state. */
  get #isOutdated(): boolean {
    const isOlder = this.#frame.keepsState && this.#given !== this.#memory.state;
    return !!isOlder && !this.#isShown && this.#greetings.length < MOST_LOADS;
  }

  /** Loads the page once more. Its greeting gets the newest state. */
  #loadAgain(): void {
    const { iframe } = this.#frame;
    this.#close();
    this.#frame.loadedAt = Infinity;
    // Unlike a navigation, this leaves no entry in the history.
    iframe.parentNode!.appendChild(iframe);
  }

  #onHeight(height: unknown): void {
    if (typeof height !== 'number' || !(height > 0 && height <= TALLEST_PX)) return;
    this.#height = height;
    if (this.#isShown) this.#showHeight();
  }

  #showHeight(): void {
    if (this.#height) this.#memory.height.show(this, this.#height);
  }

  #onState(state: unknown): void {
    const isText = typeof state === 'string' && state.length <= LONGEST_STATE;
    // The reader works in the frame on screen.
    if (isText && this.#isShown) this.#memory.state = state;
  }

  #onSelect(given: unknown, label: unknown): void {
    if (!this.#isShown || !allows(this.#selections, MOST_SELECTIONS, SECOND_MS)) return;
    try {
      const parameters = Object.freeze(this.#frame.parseParameters(given));
      const text = typeof label === 'string' && label.length <= LONGEST_LABEL ? label : '';
      const seen = text.replaceAll(UNSEEN, '');
      this.#element.dispatchEvent(new DashboardSelectEvent(parameters, seen));
    } catch {
      // A choice against the rules is none.
    }
  }

  #onBusy(isBusy: boolean): void {
    this.#frame.isBusy = isBusy;
    this.#frame.update();
  }

  #onRefused(reason: unknown): void {
    const wasUnavailable = this.#isUnavailable;
    this.#isUnavailable = reason === 'unavailable';
    if (wasUnavailable && this.#isUnavailable) return;
    refuse(this.#frame, this.#memory, reason);
  }
}
