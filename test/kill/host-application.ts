import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
import { BUILT_PACKAGE } from '../support/build-package.ts';
import { READER_HEADER, READER_PAGE } from './reader-page.ts';

// A host application in its own process, with the page of the readers. Its environment has the settings.

const { PORT, DASHBOARD_URL = '', DASHBOARD_API_KEY = '', DASHBOARD_GUID = '' } = process.env;
const SCRIPTS = ['/embedded-dashboard.min.js', '/embedded-dashboard-frame.min.js'];

const host = createDashboardHost({
  baseUrl: DASHBOARD_URL,
  apiKey: DASHBOARD_API_KEY,
  resolve: (request) => ({
    sessionId: `reader-${request.headers.get(READER_HEADER)}`,
    dashboards: [DASHBOARD_GUID],
  }),
});
const listener = toNodeListener(host);
const page = READER_PAGE.replace(
  '<!-- scripts -->',
  SCRIPTS.map((src) => `<script src="${src}" defer></script>`).join(''),
);
const server = createServer((request, response) => {
  void listener(request, response, () => {
    const [path = ''] = request.url!.split('?');
    if (SCRIPTS.includes(path)) return response.end(readFileSync(BUILT_PACKAGE + path));
    response.setHeader('Content-Type', 'text/html');
    return response.end(page);
  });
});
// Longer than the 60 seconds of nginx.
server.keepAliveTimeout = 130_000;
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeIdleConnections();
});
