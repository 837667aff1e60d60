import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import { EmbeddedDashboard } from 'embedded-dashboard/react18';
import { useRef, useState } from 'react';

const headers = { 'X-App': 'react18' };

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
      <h1>React 18</h1>
      <button onClick={toggle}>{theme === 'dark' ? 'Light' : 'Dark'}</button>
      <button onClick={() => dashboard.current?.logout()}>Sign out</button>
      <EmbeddedDashboard
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
        onDashboardLoad={(event) => tell(event, `until ${event.expiresAt.toLocaleTimeString()}`)}
        onDashboardLogout={(event) => tell(event, event.reason)}
        onDashboardError={(event) => tell(event, event.error.message)}
      />
      <ol>
        {events.map((event, index) => (
          <li key={index}>{event}</li>
        ))}
      </ol>
    </>
  );
}
