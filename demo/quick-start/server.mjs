import express from 'express';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
const dashboards = createDashboardHost({
  baseUrl: 'http://localhost:4600',
  apiKey: process.env.DASHBOARD_API_KEY,
  // Who is asking, and what may they see? Here everybody is one user, who may see one dashboard.
  resolve: () => ({ sessionId: 'demo', dashboards: ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'] }),
});
express().use(toNodeListener(dashboards)).use(express.static('public')).listen(3000);
