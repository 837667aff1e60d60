import 'embedded-dashboard';
import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import { createSignal, For } from 'solid-js';

const headers = { 'X-App': 'solid' };

export default function App() {
  let dashboard!: EmbeddedDashboardElement;
  const [theme, setTheme] = createSignal('light');
  const [label] = createSignal('Sales');
  /** Depends on the theme, so that a change of it creates a new object with the same entries. */
  const region = () => theme() && 'North';
  const [events, setEvents] = createSignal<string[]>([]);

  function toggle() {
    setTheme(theme() === 'dark' ? 'light' : 'dark');
  }

  function tell({ type }: Event, what: string) {
    setEvents((earlier) => [...earlier, `${type}: ${what}`]);
  }

  return (
    <>
      <h1>Solid</h1>
      <button onClick={toggle}>{theme() === 'dark' ? 'Light' : 'Dark'}</button>
      <button onClick={() => dashboard.logout()}>Sign out</button>
      <embedded-dashboard
        ref={dashboard}
        token-url="/dashboards/token"
        logout-url="/dashboards/logout"
        dashboard-guid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
        color="#1d4ed8"
        theme={theme()}
        label={label()}
        prop:headers={headers}
        prop:parameters={{ Region: region() }}
        refresh-every="3600"
        on:dashboard-load={(event) => tell(event, `until ${event.expiresAt.toLocaleTimeString()}`)}
        on:dashboard-logout={(event) => tell(event, event.reason)}
        on:dashboard-error={(event) => tell(event, event.error.message)}
      />
      <ol>
        <For each={events()}>{(event) => <li>{event}</li>}</For>
      </ol>
    </>
  );
}
