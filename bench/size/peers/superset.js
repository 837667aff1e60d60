import { embedDashboard } from '@superset-ui/embedded-sdk';

await embedDashboard({
  id: '6f1c5a0e-1111-4222-8333-444455556666',
  supersetDomain: 'https://bi.example.com',
  mountPoint: document.querySelector('#dashboard'),
  fetchGuestToken: async () => (await fetch('/dashboards/token')).text(),
});
