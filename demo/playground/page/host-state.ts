import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ConditionsView, Fault } from '../host/conditions.ts';
import type { SessionView } from '../host/session-view.ts';
import { changeConditions, fetchConditions, fetchSession, signIn } from './host-calls.ts';
import type { Settings } from './settings.ts';
import { wait } from './wait.ts';

const TRY_AGAIN_MS = 1000;

/** The settings that the host application keeps. */
type SharedSettings = Pick<Settings, 'user' | 'fault' | 'life'>;

/** An answer of the host application to {@link HostState.fetch}. */
export interface HostNews {
  session: SessionView;
  conditions: ConditionsView;
}

/** The session and the simulated faults at the host application, which all tabs share. */
export class HostState implements ReactiveController {
  readonly #page: ReactiveControllerHost;
  readonly #onOtherTab: () => void;
  #session: SessionView = { user: null, users: [], dashboards: [], serviceUrl: '' };
  /** `null` until the host application has answered. */
  #conditions: ConditionsView | null = null;
  #problem = '';
  #otherTabs: BroadcastChannel | undefined;

  /** `onOtherTab` is called after another tab has changed the session or the simulated faults. */
  constructor(page: ReactiveControllerHost, onOtherTab: () => void) {
    this.#page = page;
    this.#onOtherTab = onOtherTab;
    page.addController(this);
  }

  hostConnected(): void {
    this.#otherTabs = new BroadcastChannel('playground');
    this.#otherTabs.addEventListener('message', this.#onOtherTab);
  }

  hostDisconnected(): void {
    this.#otherTabs?.close();
  }

  get session(): SessionView {
    return this.#session;
  }

  /** The id of the signed-in user; empty if nobody is signed in. */
  get userId(): string {
    return this.#session.user?.id ?? '';
  }

  /** The error of the last call, for the reader of the page; empty after a successful call. */
  get problem(): string {
    return this.#problem;
  }

  /** Fetches the session, and retries until the host application answers. */
  async load(): Promise<SessionView> {
    for (;;) {
      const session = await this.#attempt(fetchSession);
      if (session) return (this.#session = session);
      await wait(TRY_AGAIN_MS);
    }
  }

  /** Fetches the state of the host application, but does not adopt it. Resolves with `null` if that fails. */
  fetch(): Promise<HostNews | null> {
    return this.#attempt(async () => {
      const [session, conditions] = await Promise.all([fetchSession(), fetchConditions()]);
      return { session, conditions };
    });
  }

  /** Adopts the state, and returns it as settings. */
  accept({ session, conditions }: HostNews): SharedSettings {
    this.#session = session;
    this.#conditions = conditions;
    this.#page.requestUpdate();
    const { fault, hasShortTokens } = conditions;
    return { user: this.userId, fault, life: hasShortTokens ? 'short' : 'long' };
  }

  /** Signs a user in, or signs out if the id is empty. Returns whether that succeeded. */
  async signIn(userId: string): Promise<boolean> {
    const session = await this.#attempt(() => signIn(userId || null));
    if (!session) return false;
    this.#session = session;
    this.#otherTabs?.postMessage('session');
    return true;
  }

  /** Makes the host application simulate the faults of the settings, unless it already does. */
  async simulate({ fault, life }: Settings): Promise<void> {
    const wanted = { fault: fault as Fault, hasShortTokens: life === 'short' };
    const { fault: current, hasShortTokens } = this.#conditions ?? {};
    if (current === wanted.fault && hasShortTokens === wanted.hasShortTokens) return;
    const conditions = await this.#attempt(() => changeConditions(wanted));
    if (!conditions) return;
    this.#conditions = conditions;
    this.#otherTabs?.postMessage('conditions');
  }

  async #attempt<Result>(call: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await call();
      this.#problem = '';
      return result;
    } catch (error) {
      this.#problem = (error as Error).message;
      return null;
    } finally {
      this.#page.requestUpdate();
    }
  }
}
