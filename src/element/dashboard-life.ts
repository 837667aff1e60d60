import { DashboardErrorEvent } from '../protocol/dashboard-error-event.ts';
import { DashboardError } from '../protocol/dashboard-error.ts';
import { Embedding } from './embedding.ts';
import type { EmbeddedElement, EmbeddingOwner } from './embedding-owner.ts';
import { DashboardLoadEvent } from './events.ts';
import { checkSize, warnOnce } from './developer-warnings.ts';
import { misconfigured } from './failure.ts';
import { takeRenderedFrame } from './rendered-frame.ts';
import type { DashboardStatus } from './status.ts';
import type { TokenSource } from './token-source.ts';

/**
 * The stage of an element:
 * - `idle`: nothing to show, because the settings name no dashboard, or the element is far from the viewport
 *   or off the page.
 * - An error: a setting is malformed.
 * - An embedding: the element embeds a dashboard.
 * - `logged-out`: the session was ended, and only `reload()` shows a dashboard again.
 */
type Stage = 'idle' | DashboardError | Embedding | 'logged-out';

/** The life of one element: its successive embeddings, its status, and its events. */
export class DashboardLife implements EmbeddingOwner {
  readonly element: EmbeddedElement;
  /** Called when the status or its message has changed. */
  readonly #onStatus: () => void;
  /** Mistakes that were already reported: every new frame would report them again. */
  readonly #reported = new Set<string>();
  #stage: Stage = 'idle';
  #status: DashboardStatus = 'idle';

  constructor(element: EmbeddedElement, onStatus: () => void) {
    this.element = element;
    this.#onStatus = onStatus;
  }

  /** The current screen, in one word. */
  get status(): DashboardStatus {
    return this.#status;
  }

  /** Whether `logout()` ended the session, and no other session has begun. */
  get isLoggedOut(): boolean {
    return this.#stage === 'logged-out';
  }

  /** The error of the last attempt; `null` after a success, and if the session has ended. */
  get error(): DashboardError | null {
    return this.#stage instanceof DashboardError ? this.#stage : (this.embedding?.error ?? null);
  }

  get expiresAt(): Date | null {
    return this.embedding?.expiresAt ?? null;
  }

  /**
   * Shows the dashboard of `source`; `null` shows nothing. If the dashboard is already shown, `source` is
   * used from the next request on. After a logout, only {@link reload} shows a dashboard.
   */
  show(source: TokenSource | null): void {
    if (this.isLoggedOut || (!source && this.#stage === 'idle')) return;
    if (source) return this.#embed(source).use(source);
    this.#enter('idle');
    this.tell();
  }

  /** Shows that a setting is malformed. */
  refuse(error: DashboardError): void {
    const isKnown = !this.embedding && this.error?.message === error.message;
    if (this.isLoggedOut || isKnown) return;
    this.#enter(error);
    this.tell(new DashboardErrorEvent(error));
  }

  /** Reports a mistake in a setting without which the dashboard still shows, once. */
  report(message: string): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.tell(new DashboardErrorEvent(misconfigured(message)));
  }

  /**
   * Requests a new token and frame; the dashboard on screen stays until they are ready.
   * @throws {DashboardError} if the first attempt fails.
   */
  async reload(source: TokenSource): Promise<void> {
    await this.#embed(source).reload(source);
  }

  /** Ends the session. Returns `false` if it had already ended. */
  logOut(): boolean {
    const before = this.#status;
    this.#enter('logged-out');
    this.tell();
    return before !== 'logged-out';
  }

  /**
   * Updates the status, then dispatches the event. Events leave from here only, so every listener sees the new status.
   */
  tell(event?: Event): void {
    const before = this.#status;
    this.#status = this.#toStatus();
    // An event may change the message, for example that of a second failure.
    if (event || this.#status !== before) this.#onStatus();
    if (event instanceof DashboardErrorEvent) warnOnce(event.error.message);
    if (event instanceof DashboardLoadEvent) checkSize(this.element);
    if (event) this.element.dispatchEvent(event);
  }

  /** The dashboard that the element embeds. */
  get embedding(): Embedding | null {
    return this.#stage instanceof Embedding ? this.#stage : null;
  }

  /** Returns the embedding of the dashboard: a new one, unless the element embeds it already. */
  #embed(source: TokenSource): Embedding {
    const before = this.embedding;
    if (before?.subject === source.subject) return before;
    // End the old embedding before the next one begins: a frame that is left then came with the page.
    before?.end();
    const embedding = new Embedding(source, this);
    this.#enter(embedding);
    return embedding;
  }

  #enter(stage: Stage): void {
    this.embedding?.end();
    this.#stage = stage;
    // Only an embedding shows the frame that came with the page.
    if (!this.embedding) takeRenderedFrame(this.element, null);
  }

  #toStatus(): DashboardStatus {
    const stage = this.#stage;
    if (stage instanceof Embedding) return stage.status;
    return stage instanceof DashboardError ? 'failed' : stage;
  }
}
