import { createDashboardService } from 'embedded-dashboard-service';
import type { Playground } from '../../demo/playground/host/playground.ts';
import { serveFiles } from './file-server.ts';
import { LIVE_DEMO } from './live-demo.ts';

/**
 * Serves the built demo below a path prefix, as the site of the documentation does. Its service runs in the browser.
 * `service` only has the same demo data, from which tests get the expected figures.
 */
export async function serveLiveDemo(): Promise<Playground> {
  const server = await serveFiles(LIVE_DEMO, '/docs/demo/');
  const service = createDashboardService({ database: 'memory:' });
  const url = server.url.slice(0, -1);
  return {
    url,
    serviceUrl: `${url}/service`,
    service,
    close: async () => {
      await Promise.all([server[Symbol.asyncDispose](), service.close()]);
    },
  };
}
