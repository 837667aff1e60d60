import { readFileSync } from 'node:fs';
import { createDashboardHost, type Resolve, toNodeListener } from 'embedded-dashboard/host';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { type NodeServer, serve } from '../../support/node-server.ts';
import type { VisitedService } from './visited-service.ts';

const SCRIPTS = ['/embedded-dashboard.min.js', '/embedded-dashboard-frame.min.js'];

/** Serves the page of a host application, with the scripts of the package. `body` has the tag. */
export function serveHostPage(
  { url, service }: Pick<VisitedService, 'url' | 'service'>,
  resolve: Resolve<unknown>,
  body: string,
): Promise<NodeServer> {
  const host = createDashboardHost({ baseUrl: url, apiKey: service.apiKey, resolve });
  const listener = toNodeListener(host);
  const tags = SCRIPTS.map((src) => `<script src="${src}" defer></script>`).join('');
  return serve((request, response) => {
    void listener(request, response, () => {
      const path = request.url!;
      if (SCRIPTS.includes(path)) return response.end(readFileSync(BUILT_PACKAGE + path));
      response.setHeader('Content-Type', 'text/html');
      return response.end(
        `<!doctype html><title>Host</title><link rel="icon" href="data:,">${tags}${body}`,
      );
    });
  });
}
