import 'embedded-dashboard';
import type { DashboardSelectEvent } from 'embedded-dashboard';
import 'embedded-dashboard/frame';
import { useEffect, useState } from 'react';

const names = ['Region', 'City'];
const read = (name: string) => [name, new URLSearchParams(location.hash.slice(1)).getAll(name)];
const readAll = () => Object.fromEntries(names.map(read));
const keep = ({ filters }: DashboardSelectEvent) => {
  const set = names.flatMap((name) => [filters[name] ?? []].flat().map((value) => [name, value]));
  history.replaceState(history.state, '', `#${new URLSearchParams(set)}`);
};

export default function App() {
  const [filters, setFilters] = useState(readAll);
  useEffect(() => {
    const open = () => setFilters(readAll());
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  return (
    <embedded-dashboard
      tokenUrl="/dashboards/token"
      dashboardGuid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
      filters={filters}
      ondashboard-select={keep}
    />
  );
}
