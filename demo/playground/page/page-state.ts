import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createRef } from 'lit/directives/ref.js';
import { AddressSettings } from './address-settings.ts';
import { setHeard } from './frame-messages.ts';
import { HostState } from './host-state.ts';
import { loadLanguage } from './languages.ts';
import type { SettingName, Settings } from './settings.ts';
import { wait } from './wait.ts';

/** The longest time that a sign-in waits for the logout. */
const PATIENCE_MS = 2000;

/**
 * The state of the page. It applies each change of the settings to the host application, and then to the dashboard.
 * Changes are applied one after the other.
 */
export class PageState implements ReactiveController {
  readonly settings: AddressSettings;
  readonly host: HostState;
  /** The dashboard on the page. The page's template sets it. */
  readonly dashboard = createRef<EmbeddedDashboardElement>();
  readonly #page: ReactiveControllerHost;
  #shown: Settings | null = null;
  /** Resolves when the last change is applied. */
  #work = Promise.resolve();

  constructor(page: ReactiveControllerHost) {
    this.#page = page;
    this.settings = new AddressSettings(page, (names) => this.#enqueue(() => this.#apply(names)));
    this.host = new HostState(page, () => this.catchUp());
    page.addController(this);
  }

  hostConnected(): void {
    this.#enqueue(() => this.#begin());
  }

  /** The settings of the dashboard on the page; `null` while the page has none. */
  get shown(): Settings | null {
    return this.#shown;
  }

  reload(): void {
    this.dashboard.value?.reload().catch(() => {
      // The element and the log show the error.
    });
  }

  /** Replaces the dashboard with a new one, as if the page had just been opened. */
  startOver(): void {
    this.#enqueue(() => this.#startOver());
  }

  /** Adopts changes of the host application that others made. */
  catchUp(): void {
    this.#enqueue(() => this.#catchUp());
  }

  #enqueue(act: () => Promise<void>): void {
    this.#work = this.#work.then(act);
  }

  /** Settings in the page's address take precedence over the state of the host application. */
  async #begin(): Promise<void> {
    this.settings.load(await this.host.load());
    if (this.settings.isLinked('user')) await this.#switchUser();
    if (this.settings.isLinked('fault') || this.settings.isLinked('life')) {
      await this.host.simulate(this.settings.values);
    }
    await this.#catchUp();
    await this.#show();
  }

  async #apply(names: readonly SettingName[]): Promise<void> {
    if (names.includes('life') || names.includes('fault')) {
      await this.host.simulate(this.settings.values);
    }
    if (names.includes('user')) await this.#switchUser();
    const isNew = names.includes('loading') || names.includes('speech');
    await (isNew ? this.#startOver() : this.#show());
  }

  /** Signs out first, in other tabs too, because their dashboards show the data of the previous user. */
  async #switchUser(): Promise<void> {
    const { user } = this.settings.values;
    if (user === this.host.userId) return;
    const logout = this.dashboard.value?.logout().catch(() => {
      // The log shows the error. The host application ends the session anyway.
    });
    await Promise.race([logout, wait(PATIENCE_MS)]);
    const isSignedIn = await this.host.signIn(user);
    if (!isSignedIn) this.settings.set({ user: this.host.userId });
    if (this.host.userId) this.reload();
  }

  async #catchUp(): Promise<void> {
    const { values } = this.settings;
    const { userId } = this.host;
    const news = await this.host.fetch();
    // A choice that was made meanwhile takes precedence.
    if (!news || values !== this.settings.values) return;
    this.settings.set(this.host.accept(news));
    if (this.host.userId && this.host.userId !== userId) this.reload();
  }

  async #show(): Promise<void> {
    const { values } = this.settings;
    await loadLanguage(values.lang);
    await this.#setShown(values);
    // The element looks for its language when it shows a text.
    this.dashboard.value?.requestUpdate();
  }

  async #startOver(): Promise<void> {
    await this.#setShown(null);
    // In the same task, the new element would reuse the token of the old one.
    await wait(0);
    await this.#show();
  }

  async #setShown(settings: Settings | null): Promise<void> {
    this.#shown = settings;
    if (settings) setHeard(settings.speech === 'on');
    this.#page.requestUpdate();
    await this.#page.updateComplete;
  }
}
