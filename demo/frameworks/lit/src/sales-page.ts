import 'embedded-dashboard';
import type {
  DashboardErrorEvent,
  DashboardLoadEvent,
  DashboardLogoutEvent,
  EmbeddedDashboardElement,
} from 'embedded-dashboard';
import { html, LitElement } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

@customElement('sales-page')
export class SalesPage extends LitElement {
  @query('embedded-dashboard') dashboard!: EmbeddedDashboardElement;
  @state() theme: EmbeddedDashboardElement['theme'] = 'light';
  @state() label: EmbeddedDashboardElement['label'] = 'Sales';
  @state() events: string[] = [];
  headers: EmbeddedDashboardElement['headers'] = { 'X-App': 'lit' };

  toggle() {
    this.theme = this.theme === 'dark' ? 'light' : 'dark';
  }

  tell({ type }: Event, what: string) {
    this.events = [...this.events, `${type}: ${what}`];
  }

  render() {
    return html`
      <h1>Lit</h1>
      <button @click=${this.toggle}>${this.theme === 'dark' ? 'Light' : 'Dark'}</button>
      <button @click=${() => this.dashboard.logout()}>Sign out</button>
      <embedded-dashboard
        token-url="/dashboards/token"
        logout-url="/dashboards/logout"
        dashboard-guid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
        color="#1d4ed8"
        .theme=${this.theme}
        .label=${this.label}
        .headers=${this.headers}
        .parameters=${{ Region: 'North' }}
        refresh-every="3600"
        @dashboard-load=${(event: DashboardLoadEvent) =>
          this.tell(event, `until ${event.expiresAt.toLocaleTimeString()}`)}
        @dashboard-logout=${(event: DashboardLogoutEvent) => this.tell(event, event.reason)}
        @dashboard-error=${(event: DashboardErrorEvent) => this.tell(event, event.error.message)}
      ></embedded-dashboard>
      <ol>
        ${this.events.map((event) => html`<li>${event}</li>`)}
      </ol>
    `;
  }
}
