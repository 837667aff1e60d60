import 'embedded-dashboard';
import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import { useRef, useState } from 'react';

const headers = { 'X-App': 'react' };

export default function App() {
  const dashboard = useRef<EmbeddedDashboardElement>(null);
  const [theme, setTheme] = useState('light');
  const [label] = useState('Sales');
  const [events, setEvents] = useState<string[]>([]);

  function toggle() {
    setTheme(theme === 'dark' ? 'light' : 'dark');
  }

  function tell({ type }: Event, what: string) {
    setEvents((earlier) => [...earlier, `${type}: ${what}`]);
  }

  return (
    <>
      <h1>React</h1>
      <button onClick={toggle}>{theme === 'dark' ? 'Light' : 'Dark'}</button>
      <button onClick={() => dashboard.current?.logout()}>Sign out</button>
      <embedded-dashboard
        ref={dashboard}
        tokenUrl="/dashboards/token"
        logoutUrl="/dashboards/logout"
        dashboardGuid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
        color="#1d4ed8"
        theme={theme}
        label={label}
        headers={headers}
        parameters={{ Region: 'North' }}
        refreshEvery="3600"
        ondashboard-load={(event) => tell(event, `until ${event.expiresAt.toLocaleTimeString()}`)}
        ondashboard-logout={(event) => tell(event, event.reason)}
        ondashboard-error={(event) => tell(event, event.error.message)}
      />
      <ol>
        {events.map((event, index) => (
          <li key={index}>{event}</li>
        ))}
      </ol>
    </>
  );
}
