import type { DashboardLogoutEvent } from 'embedded-dashboard';
// Before the module for dashboards that speak, because it listens to the same messages.
import './frame-messages.ts';
import 'embedded-dashboard';
import 'embedded-dashboard/frame';
import { html, nothing } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import type { DashboardView } from '../host/session-view.ts';
import './action-bar.ts';
import { attributes } from './attributes.ts';
import './code-panel.ts';
import './dashboard-picker.ts';
import './event-log.ts';
import './filter-bar.ts';
import { PageElement } from './page-element.ts';
import { PageState } from './page-state.ts';
import { Recorder } from './recorder.ts';
import type { SettingsChangeEvent } from './settings-change-event.ts';
import './settings-panel.ts';
import { type Settings, toAttributes } from './settings.ts';
import './sign-in-card.ts';
import './status-gallery.ts';
import './timeline-panel.ts';

/**
 * The whole page. It passes its state to the parts as properties. The parts request changes with events, usually with
 * `settings-change`.
 */
export class PlaygroundPage extends PageElement {
  readonly #state = new PageState(this);
  readonly #recorder = new Recorder(this);
  readonly #stage = createRef<HTMLElement>();

  constructor() {
    super();
    this.addEventListener('settings-change', this.#onSettingsChange);
  }

  override render(): unknown {
    const { values } = this.#state.settings;
    const { problem, session } = this.#state.host;
    return html`
      ${this.#renderHeader()}
      <main>
        <p id="notice" role="alert" ?hidden=${!problem}>${problem}</p>
        <section id="stage" aria-label="Dashboard" tabindex="-1" ${ref(this.#stage)}>
          ${this.#renderStage()}
        </section>
        <form
          id="settings"
          aria-label="Settings"
          autocomplete="off"
          @submit=${(event: Event) => event.preventDefault()}
        >
          <settings-panel .settings=${values} .users=${session.users}></settings-panel>
        </form>
        <section id="log" aria-labelledby="log-title">
          <event-log .recorder=${this.#recorder}></event-log>
        </section>
        <section id="code" aria-labelledby="code-title">
          <code-panel .settings=${values} .serviceUrl=${session.serviceUrl}></code-panel>
        </section>
        <section id="statuses" aria-label="Every status of the element">
          <status-gallery .settings=${this.#state.shown ?? values}></status-gallery>
        </section>
      </main>
    `;
  }

  override updated(): void {
    const { title } = this.#current ?? {};
    if (title) document.title = `${title} · embedded-dashboard playground`;
  }

  #renderHeader(): unknown {
    const { dashboards, serviceUrl } = this.#state.host.session;
    return html`<header>
      <img src="/mark.svg" alt="" width="36" height="36" />
      <hgroup>
        <h1>embedded-dashboard <small>playground</small></h1>
        <p>${toLead(this.#state.settings.values)}</p>
      </hgroup>
      <p id="links">
        <a href="#code">Quick start</a>
        <a
          href=${serviceUrl ? `${serviceUrl}/admin` : nothing}
          target="_blank"
          rel="noopener"
          title="The service’s own pages. “npm start” prints where the password is."
          >Back office</a
        >
      </p>
      <dashboard-picker
        .dashboards=${dashboards}
        .current=${this.#current}
        .toLink=${(guid: string) => this.#state.settings.toLink({ 'dashboard-guid': guid })}
      ></dashboard-picker>
    </header>`;
  }

  #renderStage(): unknown {
    const { values } = this.#state.settings;
    return html`
      <div id="bar">
        <filter-bar .parameters=${values.parameters}></filter-bar>
        <action-bar
          .settings=${values}
          @reload=${() => this.#state.reload()}
          @start-over=${() => this.#state.startOver()}
        ></action-bar>
      </div>
      <div id="frame" class="${values.loading} ${values.sizing}">
        <p id="far-away">
          <strong>A long page.</strong> A lazy dashboard sends no request until it is close to the
          visible area. Scroll down to it.
        </p>
        ${this.#state.shown ? this.#renderDashboard(this.#state.shown) : nothing}
      </div>
      <timeline-panel .recorder=${this.#recorder}></timeline-panel>
    `;
  }

  #renderDashboard(settings: Settings): unknown {
    const { user, users } = this.#state.host.session;
    const signInCard = html`<sign-in-card
      slot="logged-out"
      .users=${users}
      @settings-change=${() => this.#stage.value!.focus({ preventScroll: true })}
    ></sign-in-card>`;
    return html`<embedded-dashboard
      ${ref(this.#state.dashboard)}
      ${ref(this.#recorder.observe)}
      ${attributes(toAttributes(settings))}
      @dashboard-logout=${this.#onLogout}
      >${user ? nothing : signInCard}</embedded-dashboard
    >`;
  }

  get #current(): DashboardView | undefined {
    const current = this.#state.settings.values['dashboard-guid'].toLowerCase();
    return this.#state.host.session.dashboards.find(({ guid }) => guid === current);
  }

  #onSettingsChange({ changes, isVisit }: SettingsChangeEvent): void {
    const { settings } = this.#state;
    if (isVisit) settings.visit(changes);
    else settings.set(changes);
  }

  #onLogout({ reason }: DashboardLogoutEvent): void {
    if (reason === 'session-ended') this.#state.catchUp();
  }
}

/** Returns the sentence that says what the page proves. */
function toLead({ life }: Settings): string {
  const turn = life === 'short' ? 'Here they expire after one minute' : 'Choose “one minute”';
  return `Dashboard tokens expire after two hours. ${turn}: watch the element renew them without a flicker.`;
}

declare global {
  interface HTMLElementTagNameMap {
    'playground-page': PlaygroundPage;
  }
}

customElements.define('playground-page', PlaygroundPage);
