import { randomBytes } from 'node:crypto';
import express from 'express';
import { toNodeListener } from 'embedded-dashboard/host';
import { dashboards } from './dashboards.mjs';

const dashboardGuid = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
const service = new URL(process.env.DASHBOARD_URL).origin;
const app = express();
app.use(toNodeListener(dashboards));
app.use(express.static('node_modules/embedded-dashboard/dist'));
app.get('/', async (req, res) => {
  const nonce = randomBytes(16).toString('base64url');
  const tag = await dashboards.render(req, { dashboardGuid, theme: 'dark', nonce });
  res.set({
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; connect-src 'self'; frame-src ${service}; style-src 'nonce-${nonce}'`,
  });
  res.send(`<!doctype html>
    <title>Sales</title>
    <script src="/embedded-dashboard.min.js" defer></script>
    ${tag}`);
});
app.listen(3000, 'localhost');
