import type { DashboardLogoutEvent, EmbeddedDashboardElement } from 'embedded-dashboard';
import 'embedded-dashboard';
import { html, nothing } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import type { DashboardView } from '../host/session-view.ts';
import type { AccountMenu } from './account-menu.ts';
import './account-menu.ts';
import './action-bar.ts';
import { AddressSettings } from './address-settings.ts';
import { attributes } from './attributes.ts';
import './code-panel.ts';
import './dashboard-picker.ts';
import './event-log.ts';
import { HostState } from './host-state.ts';
import { PageElement } from './page-element.ts';
import { Recorder } from './recorder.ts';
import type { SettingsChangeEvent } from './settings-change-event.ts';
import './settings-panel.ts';
import { type SettingName, type Settings, toAttributes } from './settings.ts';
import './sign-in-card.ts';
import './status-line.ts';
import './timeline.ts';

/** The time that a sign-in waits for a logout that the host application does not answer. */
const PATIENCE_MS = 2000;

/**
 * The whole page. Settings and the host application's state go down to the parts as properties; the
 * parts fire `settings-change`. Every change is applied in turn: first at the host application, then to
 * the dashboard.
 */
export class PlaygroundPage extends PageElement {
  static override properties = { shown: { state: true } };
  /** The settings of the dashboard on the page; `null` while the page has none. */
  declare shown: Settings | null;

  readonly #settings = new AddressSettings(this, (names) => {
    this.#enqueue(() => this.#apply(names));
  });
  readonly #host = new HostState(this, () => this.#enqueue(() => this.#catchUp()));
  readonly #recorder = new Recorder(this);
  readonly #dashboard = createRef<EmbeddedDashboardElement>();
  readonly #accountMenu = createRef<AccountMenu>();
  /** Ends after the last change that is being applied. */
  #work = Promise.resolve();

  constructor() {
    super();
    this.shown = null;
    this.addEventListener('settings-change', this.#onSettingsChange);
  }

  override render(): unknown {
    const { values } = this.#settings;
    const { problem } = this.#host;
    return html`
      ${this.#renderHeader()}
      <main>
        <p id="notice" role="alert" ?hidden=${!problem}>${problem}</p>
        <section id="stage" aria-label="Dashboard">${this.#renderStage()}</section>
        <form
          id="settings"
          aria-label="Settings"
          autocomplete="off"
          @submit=${(event: Event) => event.preventDefault()}
        >
          <settings-panel .settings=${values}></settings-panel>
        </form>
        <section id="log" aria-labelledby="log-title">
          <event-log .recorder=${this.#recorder}></event-log>
        </section>
        <section id="code" aria-labelledby="code-title">
          <code-panel .settings=${values}></code-panel>
        </section>
      </main>
    `;
  }

  override firstUpdated(): void {
    this.#enqueue(() => this.#begin());
  }

  override updated(): void {
    const { title } = this.#current ?? {};
    if (title) document.title = `${title} · embedded-dashboard playground`;
  }

  #renderHeader(): unknown {
    const { users, dashboards } = this.#host.session;
    return html`<header>
      <h1>
        <img src="/mark.svg" alt="" width="28" height="28" />
        <span>embedded-dashboard <small>playground</small></span>
      </h1>
      <account-menu
        .users=${users}
        .userId=${this.#settings.values.user}
        ${ref(this.#accountMenu)}
      ></account-menu>
      <dashboard-picker
        .dashboards=${dashboards}
        .current=${this.#current}
        .toLink=${(guid: string) => this.#settings.toLink({ 'dashboard-guid': guid })}
      ></dashboard-picker>
    </header>`;
  }

  #renderStage(): unknown {
    const { values } = this.#settings;
    return html`
      <div id="bar">
        <status-line .recorder=${this.#recorder}></status-line>
        <action-bar
          .settings=${values}
          @reload=${this.#reload}
          @start-over=${() => this.#enqueue(() => this.#startOver())}
        ></action-bar>
      </div>
      <div id="frame" class=${values.loading}>
        <p id="far-away">
          <strong>A long page.</strong> A lazy dashboard asks for nothing while it is far away.
          Scroll down to it.
        </p>
        ${this.shown ? this.#renderDashboard(this.shown) : nothing}
      </div>
      <time-line .recorder=${this.#recorder}></time-line>
    `;
  }

  #renderDashboard(settings: Settings): unknown {
    const { user, users } = this.#host.session;
    const signInCard = html`<sign-in-card
      slot="logged-out"
      .users=${users}
      @settings-change=${() => this.#accountMenu.value!.focus()}
    ></sign-in-card>`;
    return html`<embedded-dashboard
      ${ref(this.#dashboard)}
      ${ref(this.#recorder.observe)}
      ${attributes(toAttributes(settings))}
      @dashboard-logout=${this.#onLogout}
      >${user ? nothing : signInCard}</embedded-dashboard
    >`;
  }

  get #current(): DashboardView | undefined {
    const current = this.#settings.values['dashboard-guid'].toLowerCase();
    return this.#host.session.dashboards.find(({ guid }) => guid === current);
  }

  #onSettingsChange({ changes, isVisit }: SettingsChangeEvent): void {
    if (isVisit) this.#settings.visit(changes);
    else this.#settings.set(changes);
  }

  #onLogout({ reason }: DashboardLogoutEvent): void {
    if (reason === 'session-ended') this.#enqueue(() => this.#catchUp());
  }

  #enqueue(act: () => Promise<void>): void {
    this.#work = this.#work.then(act);
  }

  /** The page's address wins over the state of the host application, as far as it names a setting. */
  async #begin(): Promise<void> {
    this.#settings.load(await this.#host.load());
    if (this.#settings.isLinked('user')) await this.#switchUser();
    if (this.#settings.isLinked('fault') || this.#settings.isLinked('life')) {
      await this.#host.simulate(this.#settings.values);
    }
    await this.#catchUp();
    await this.#show();
  }

  async #apply(names: readonly SettingName[]): Promise<void> {
    if (names.includes('life') || names.includes('fault')) {
      await this.#host.simulate(this.#settings.values);
    }
    if (names.includes('user')) await this.#switchUser();
    await (names.includes('loading') ? this.#startOver() : this.#show());
  }

  /** Logs out first, in other tabs too: their dashboards show the data of the old user. */
  async #switchUser(): Promise<void> {
    const { user } = this.#settings.values;
    if (user === this.#host.userId) return;
    const logout = this.#dashboard.value?.logout().catch(() => {
      // The log shows the error. The host application ends the session anyway.
    });
    await Promise.race([logout, wait(PATIENCE_MS)]);
    const isSignedIn = await this.#host.signIn(user);
    if (!isSignedIn) this.#settings.set({ user: this.#host.userId });
    if (this.#host.userId) this.#reload();
  }

  /** Takes over the changes of another tab, or the end of the session. */
  async #catchUp(): Promise<void> {
    const { values } = this.#settings;
    const { userId } = this.#host;
    const news = await this.#host.fetch();
    // A choice made in the meantime wins.
    if (!news || values !== this.#settings.values) return;
    this.#settings.set(this.#host.accept(news));
    if (this.#host.userId && this.#host.userId !== userId) this.#reload();
  }

  async #show(): Promise<void> {
    this.shown = this.#settings.values;
    await this.updateComplete;
  }

  /** Shows a new dashboard, as if the page had just been opened. */
  async #startOver(): Promise<void> {
    this.shown = null;
    await this.updateComplete;
    // In the same task, the new element would take over the token of the old one.
    await wait(0);
    await this.#show();
  }

  #reload(): void {
    this.#dashboard.value?.reload().catch(() => {
      // The element shows what went wrong, and the log has the error.
    });
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

declare global {
  interface HTMLElementTagNameMap {
    'playground-page': PlaygroundPage;
  }
}

customElements.define('playground-page', PlaygroundPage);
