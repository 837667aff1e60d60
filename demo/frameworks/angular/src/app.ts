import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'embedded-dashboard';
import { TypedDashboard } from './typed-dashboard';

@Component({
  selector: 'app-root',
  imports: [TypedDashboard],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Angular</h1>
    <button (click)="toggle()">{{ theme() === 'dark' ? 'Light' : 'Dark' }}</button>
    <button (click)="dashboard.logout()">Sign out</button>
    <embedded-dashboard
      #dashboard
      token-url="/dashboards/token"
      logout-url="/dashboards/logout"
      dashboard-guid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
      color="#1d4ed8"
      [theme]="theme()"
      [label]="label()"
      [headers]="headers"
      [parameters]="{ Region: theme() && 'North' }"
      refresh-every="3600"
      (dashboard-load)="tell($event, 'until ' + $event.expiresAt.toLocaleTimeString())"
      (dashboard-logout)="tell($event, $event.reason)"
      (dashboard-error)="tell($event, $event.error.message)"
    />
    <ol>
      @for (event of events(); track $index) {
        <li>{{ event }}</li>
      }
    </ol>
  `,
})
export class App {
  readonly theme = signal('light');
  readonly label = signal('Sales');
  readonly headers = { 'X-App': 'angular' };
  readonly events = signal<string[]>([]);

  toggle(): void {
    this.theme.update((theme) => (theme === 'dark' ? 'light' : 'dark'));
  }

  tell({ type }: Event, what: string): void {
    this.events.update((earlier) => [...earlier, `${type}: ${what}`]);
  }
}
