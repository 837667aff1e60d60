import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { DashboardDraft } from '../../../../dashboard/dashboard-draft.ts';
import type { DraftAnswer, DraftCall, RefusedAnswer } from '../../../dashboards/editor-wire.ts';
import { forgetLocally, keepLocally } from '../../local-drafts.ts';
import { PostError, postJson } from '../../post-json.ts';

/** The debounce time between the last change and the save, in milliseconds. */
const PAUSE_MS = 1000;
/** The delay before a failed save is retried, in milliseconds. */
const RETRY_MS = 5000;
/** The largest body, in bytes, that browsers send from a page that closes. */
const KEEPALIVE_LIMIT = 60_000;

/** The state of the draft at the service, and the reason why it is not saved. */
export type DraftState = 'saved' | 'saving' | 'unreachable' | 'logged-out' | 'refused' | 'conflict';

/** The draft to save. */
export interface DraftSource {
  guid: string;
  /** Returns the call without the version of the draft. */
  call: () => Omit<DraftCall, 'draftVersion'>;
}

/**
 * Saves the draft at the service after each change. This browser keeps the draft until the service has it. A failed
 * save is retried after a delay, and when the author returns to the page, for example after a login in another tab.
 */
export class DraftSaving implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #source: DraftSource;
  /** The draft that the service has, as JSON. */
  #saved: string;
  /** The draft of the last or the next call, as JSON. */
  #wanted: string;
  #version: number;
  #theirVersion = 0;
  #state: DraftState = 'saved';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #calling: Promise<void> | null = null;
  #isPaused = false;

  constructor(
    host: ReactiveControllerHost,
    source: DraftSource,
    saved: { draft: DashboardDraft; version: number },
  ) {
    this.#host = host;
    this.#source = source;
    this.#saved = JSON.stringify(saved.draft);
    this.#wanted = this.#saved;
    this.#version = saved.version;
    host.addController(this);
  }

  get state(): DraftState {
    return this.#state;
  }

  /** The version of the draft at the service; 0 if there is none. */
  get version(): number {
    return this.#version;
  }

  /** Whether the author should stay on the page, because the service cannot save the draft now. */
  get isAtRisk(): boolean {
    return this.#state !== 'saved' && this.#state !== 'saving';
  }

  hostConnected(): void {
    if (this.#text === this.#saved) forgetLocally(this.#source.guid);
    addEventListener('online', this.#retry);
    addEventListener('focus', this.#retry);
    addEventListener('pagehide', this.#sendLast);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    removeEventListener('online', this.#retry);
    removeEventListener('focus', this.#retry);
    removeEventListener('pagehide', this.#sendLast);
  }

  hostUpdated(): void {
    const text = this.#text;
    if (text === this.#wanted) return;
    const { draft, companyId } = this.#source.call();
    this.#wanted = text;
    keepLocally(this.#source.guid, { draft, draftVersion: this.#version, companyId });
    if (this.#state === 'conflict') return;
    this.#state = 'saving';
    this.#host.requestUpdate();
    this.#schedule(PAUSE_MS);
  }

  /** Saves immediately. */
  readonly saveNow = (): void => {
    if (this.#wanted !== this.#saved && this.#state !== 'conflict') this.#schedule(0);
  };

  /** Overwrites the draft of another editor. */
  readonly overwrite = (): void => {
    this.#version = this.#theirVersion;
    this.#state = 'saving';
    this.#schedule(0);
  };

  /** Stops saving until {@link resume} or {@link forget}. Waits until a pending call ends. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    await this.#calling;
  }

  /** Resumes saving, and schedules a save if the draft has changed. */
  resume(): void {
    this.#isPaused = false;
    if (this.#wanted !== this.#saved && this.#state !== 'conflict') this.#schedule(PAUSE_MS);
  }

  /**
   * Ends the draft because this content was published or discarded, or is another author's draft with a `version`.
   * Later changes are a new draft.
   */
  forget(draft: DashboardDraft, version = 0): void {
    this.#saved = JSON.stringify(draft);
    this.#version = version;
    this.#state = 'saved';
    if (this.#text === this.#saved) {
      this.#wanted = this.#saved;
      forgetLocally(this.#source.guid);
    }
    this.resume();
  }

  get #text(): string {
    return JSON.stringify(this.#source.call().draft);
  }

  #schedule(pauseMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isPaused) this.#timer = setTimeout(() => void this.#save(), pauseMs);
  }

  readonly #retry = (): void => {
    if (this.#state === 'unreachable' || this.#state === 'logged-out') this.#schedule(0);
  };

  get #call(): DraftCall {
    return { ...this.#source.call(), draftVersion: this.#version };
  }

  /** Runs one call at a time. If the draft changes during a call, another save is scheduled. */
  async #save(): Promise<void> {
    if (this.#calling) return;
    this.#calling = this.#send(this.#wanted);
    await this.#calling;
    this.#calling = null;
    this.#host.requestUpdate();
  }

  async #send(text: string): Promise<void> {
    try {
      const url = `${this.#source.guid}/draft`;
      const { draftVersion } = await postJson<DraftAnswer>(url, this.#call);
      this.#settle(text, draftVersion);
    } catch (error) {
      this.#fail(error as PostError);
    }
  }

  #settle(text: string, version: number): void {
    this.#version = version;
    this.#saved = text;
    if (this.#wanted !== text) return this.#schedule(PAUSE_MS);
    this.#state = 'saved';
    forgetLocally(this.#source.guid);
  }

  #fail({ status, answer }: PostError): void {
    if (status === 409) {
      this.#theirVersion = (answer as RefusedAnswer).version ?? 0;
      this.#state = 'conflict';
      return;
    }
    if (status === 401) this.#state = 'logged-out';
    else this.#state = status === 0 || status >= 500 ? 'unreachable' : 'refused';
    this.#schedule(RETRY_MS);
  }

  /** Sends the last change when the page closes, if it is short enough. This browser keeps it in any case. */
  readonly #sendLast = (): void => {
    if (this.#wanted === this.#saved || this.#state === 'conflict') return;
    if (this.#wanted.length > KEEPALIVE_LIMIT) return;
    postJson(`${this.#source.guid}/draft`, this.#call, { keepalive: true }).catch(() => {});
  };
}
