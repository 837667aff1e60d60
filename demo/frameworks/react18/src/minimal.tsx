import { EmbeddedDashboard } from 'embedded-dashboard/react18';

export default function App() {
  return (
    <EmbeddedDashboard
      tokenUrl="/dashboards/token"
      dashboardGuid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1"
    />
  );
}
