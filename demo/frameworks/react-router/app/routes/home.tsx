import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

export default function Home() {
  const dashboard = useRef<EmbeddedDashboardElement>(null);
  const [theme, setTheme] = useState('light');
  const [label] = useState('Sales');
  const [events, setEvents] = useState<string[]>([]);

  // When React hydrates a server-rendered page, it sets no properties of custom elements and adds no
  // listeners: https://github.com/react/react/issues/35446. So set both here, then define the tag. `useEffect`
  // would be too late when the reader comes back to this page: the tag is defined then, and requests its token.
  useLayoutEffect(() => {
    const tag = dashboard.current!;
    tag.headers = { 'X-App': 'react-router' };
    const listening = new AbortController();
    const { signal } = listening;
    const tell = ({ type }: Event, what: string) =>
      setEvents((earlier) => [...earlier, `${type}: ${what}`]);
    tag.addEventListener(
      'dashboard-load',
      (event) => tell(event, `until ${event.expiresAt.toLocaleTimeString()}`),
      { signal },
    );
    tag.addEventListener('dashboard-logout', (event) => tell(event, event.reason), { signal });
    tag.addEventListener('dashboard-error', (event) => tell(event, event.error.message), {
      signal,
    });
    void import('embedded-dashboard');
    return () => listening.abort();
  }, []);

  return (
    <>
      <h1>React Router</h1>
      <button onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? 'Light' : 'Dark'}
      </button>
      <button onClick={() => dashboard.current?.logout()}>Sign out</button>
      <embedded-dashboard
        ref={dashboard}
        token-url="/dashboards/token"
        logout-url="/dashboards/logout"
        dashboard-guid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
        color="#1d4ed8"
        theme={theme}
        label={label}
        parameters={JSON.stringify({ Region: 'North' })}
        refresh-every="3600"
      />
      <ol>
        {events.map((event, index) => (
          <li key={index}>{event}</li>
        ))}
      </ol>
      <Link to="/minimal">Minimal</Link>
    </>
  );
}
