import { createServer } from 'node:http';
import { tsImport } from 'tsx/esm/api';

const { createDashboardHost, toNodeListener } = await tsImport(
  '../../src/host/index.ts',
  import.meta.url,
);

const GUID = '6f1c5a0e-1111-4222-8333-444455556666';

/**
 * Pages that a real host has rendered a dashboard into (`/rendered/{id}/page?{options}`), and a service
 * on another site that notes who called. Each test has a host of its own.
 */
export function renderedPages() {
  /** @type {Map<string, RenderedPages>} */
  const all = new Map();
  const service = createServer((request, response) => {
    const [, id] = /(?:key-1\/|token-)([\w-]{36})/.exec(request.url) ?? [];
    all.get(id)?.serve(request, response);
  });
  let baseUrl = '';

  const plugin = {
    name: 'rendered-pages',
    async serverStart() {
      await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));
      baseUrl = `http://127.0.0.1:${service.address().port}`;
    },
    serverStop() {
      service.closeAllConnections();
      service.close();
    },
  };
  return { plugin, middleware };

  async function middleware(context, next) {
    const [, id, action] = /^\/rendered\/([\w-]{36})\/([\w.]+)/.exec(context.path) ?? [];
    if (!id) return next();
    if (!all.has(id)) all.set(id, new RenderedPages(id, baseUrl));
    return all.get(id).answer(action, context);
  }
}

class RenderedPages {
  #id;
  #host;
  #tokens = 0;
  /** The addresses of the frames that were loaded. */
  #loads = [];
  #onLoad;
  #untilLoad = new Promise((resolve) => (this.#onLoad = resolve));

  constructor(id, baseUrl) {
    this.#id = id;
    this.#host = createDashboardHost({
      baseUrl,
      apiKey: 'key-1',
      basePath: `/rendered/${id}/dashboards`,
      resolve: () => ({ sessionId: id, dashboards: [GUID] }),
    });
  }

  /** What the service does. */
  serve({ url }, response) {
    if (url.includes('GetToken')) {
      this.#tokens += 1;
      return response.end(`token-${this.#id}-${this.#tokens}`);
    }
    if (url.includes('logout')) return response.writeHead(204).end();
    this.#loads.push(url);
    this.#onLoad();
    return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>Dashboard');
  }

  async answer(action, context) {
    switch (action) {
      case 'page':
        context.set('Cache-Control', 'private, no-store');
        context.type = 'html';
        context.body = toPage(await this.#render(context));
        return;
      case 'dashboards':
        context.respond = false;
        await toNodeListener(this.#host)(context.req, context.res);
        return;
      case 'late.js':
        // As late as the first load of the frame.
        await this.#untilLoad;
        context.type = 'js';
        context.body = 'window.isLate = true;';
        return;
      default:
        context.body = { tokens: this.#tokens, loads: this.#loads };
    }
  }

  #render(context) {
    const options = Object.fromEntries(new URLSearchParams(context.querystring));
    return this.#host.render(context.req, { dashboardGuid: GUID, ...options });
  }
}

/** The tag between a script that is late, and the element. */
function toPage(tag) {
  return `<!doctype html><title>Rendered</title>
    <script src="late.js" defer></script>
    ${tag}
    <script>
      element = document.querySelector('embedded-dashboard');
      rendered = element.shadowRoot?.querySelector('iframe');
      events = [];
      for (const type of ['load', 'refreshed', 'expired', 'logout', 'error']) {
        element.addEventListener('dashboard-' + type, () => events.push(type));
      }
    </script>
    <script src="/src/index.ts" type="module"></script>`;
}
