import { dashboards } from './dashboards.mjs';

const dashboardGuid = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

export async function renderPage(request) {
  const tag = await dashboards.render(request, { dashboardGuid, label: 'Sales this month' });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-store',
  };
  return new Response(`<!doctype html><title>Sales</title>${tag}`, { headers });
}
