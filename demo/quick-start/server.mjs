import express from 'express';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';

const dashboards = createDashboardHost({
  baseUrl: 'http://localhost:4600',
  apiKey: process.env.DASHBOARD_API_KEY,
  resolve: () => ({ sessionId: 'demo', dashboards: ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'] }),
});

const app = express();
app.use(toNodeListener(dashboards));
app.use(express.static('public'), express.static('node_modules/embedded-dashboard/dist'));
app.listen(3000, 'localhost', (error) => {
  if (error) throw error;
  console.log('Open http://localhost:3000');
});
