import { createServer } from 'node:http';
import { tsImport } from 'tsx/esm/api';
import { buildPublished, bundleElement } from './bundle-element.mjs';

const { createDashboardHost, toNodeListener } = await tsImport(
  '../../src/host/index.ts',
  import.meta.url,
);

const GUID = '6f1c5a0e-1111-4222-8333-444455556666';
const OTHER_GUID = '6f1c5a0e-1111-4222-8333-444455557777';

/** A dashboard that greets when it loads, and on command. It answers the answer with a choice. */
const DASHBOARD = `<!doctype html>Dashboard<script>
  const hello = { embeddedDashboard: 1, type: 'hello', can: ['select'] };
  addEventListener('message', ({ data, ports: [port] }) => {
    if (data === 'greet') parent.postMessage(hello, '*');
    else port?.postMessage({ type: 'select', parameters: {}, label: data.can.join() });
  });
  parent.postMessage(hello, '*');
</script>`;

/**
 * Serves pages into which a real host has rendered dashboards (`/rendered/{id}/page?{settings}`). A service
 * on another site records its calls. Each test has its own host. The scripts of the pages are bundles of the modules, or
 * the published files.
 */
export function renderedPages() {
  /** @type {Map<string, RenderedPages>} */
  const all = new Map();
  const service = createServer((request, response) => {
    const [, id] = /(?:key-1\/|token-)([\w-]{36})/.exec(request.url) ?? [];
    all.get(id)?.serve(request, response);
  });
  let baseUrl = '';
  /** The scripts of each form: a run makes those that its pages load. */
  const make = { modules: bundleElement, published: buildPublished };
  /** @type {Record<string, Promise<Map<string, string>>>} */
  const scripts = {};

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
    const [, form, script] = /^\/rendered\/(modules|published)\/(.+)/.exec(context.path) ?? [];
    if (script) {
      scripts[form] ??= make[form]();
      return answerScript(context, (await scripts[form]).get(script));
    }
    const [, id, action] = /^\/rendered\/([\w-]{36})\/([\w.]+)/.exec(context.path) ?? [];
    if (!id) return next();
    if (!all.has(id)) all.set(id, new RenderedPages(id, baseUrl));
    return all.get(id).answer(action, context);
  }
}

function answerScript(context, text) {
  context.type = 'js';
  context.body = text;
}

class RenderedPages {
  #id;
  #host;
  #tokens = 0;
  /** The addresses of the loaded frames. */
  #loads = [];
  #onLoad;
  #untilLoad = new Promise((resolve) => (this.#onLoad = resolve));

  constructor(id, baseUrl) {
    this.#id = id;
    this.#host = createDashboardHost({
      baseUrl,
      apiKey: 'key-1',
      basePath: `/rendered/${id}/dashboards`,
      resolve: () => ({ sessionId: id, dashboards: [GUID, OTHER_GUID] }),
    });
  }

  /** Answers a call to the service. */
  serve({ url }, response) {
    if (url.includes('GetToken')) {
      this.#tokens += 1;
      return response.end(`token-${this.#id}-$$${this.#tokens}`);
    }
    if (url.includes('logout')) return response.writeHead(204).end();
    this.#loads.push(url);
    this.#onLoad();
    return response.writeHead(200, { 'Content-Type': 'text/html' }).end(DASHBOARD);
  }

  async answer(action, context) {
    switch (action) {
      case 'page':
        await this.#answerPage(context, JSON.parse(decodeURIComponent(context.querystring)));
        return;
      case 'worker.js':
        context.type = 'js';
        context.body = WORKER;
        return;
      case 'dashboards':
        context.respond = false;
        await toNodeListener(this.#host)(context.req, context.res);
        return;
      case 'late.js':
        // Delays the script until the frame has loaded for the first time.
        await this.#untilLoad;
        context.type = 'js';
        context.body = 'window.isLate = true;';
        return;
      default:
        context.body = { tokens: this.#tokens, loads: this.#loads };
    }
  }

  async #answerPage(
    context,
    {
      tags = [{}],
      isInTurn,
      script,
      isListening,
      form = 'modules',
      cacheControl = 'private, no-store',
    },
  ) {
    const render = (options) => this.#host.render(context.req, { dashboardGuid: GUID, ...options });
    const first = isInTurn ? [await render(tags.shift())] : [];
    const html = [...first, ...(await Promise.all(tags.map(render)))];
    context.set('Cache-Control', cacheControl);
    context.type = 'html';
    context.body = toPage(html, script, (isListening ? toLateScripts : toScript)(form));
  }
}

function toScript(form) {
  return `<script src="/rendered/${form}/index.js" type="module"></script>`;
}

/** Loads the element, and the module for dashboards that speak, when the first dashboard has greeted. */
function toLateScripts(form) {
  return `<script type="module">
    await greeted;
    await import('/rendered/${form}/frame.js');
    await import('/rendered/${form}/index.js');
  </script>`;
}

/** Returns a page with the tags. A late script precedes them, and `script` runs before the element loads. The test stops its clock. */
function toPage(tags, script = '', element) {
  return `<!doctype html><title>Rendered</title>
    <script>
      greeted = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
    </script>
    <script src="late.js" defer></script>
    ${tags.join('')}
    <script>
      elements = [...document.querySelectorAll('embedded-dashboard')];
      rendered = elements.map((each) => each.shadowRoot?.querySelector('iframe'));
      [element] = elements;
      parent.stopClock(window);
      events = [];
      for (const type of ['load', 'refreshed', 'expired', 'logout', 'error']) {
        document.addEventListener('dashboard-' + type, () => events.push(type));
      }
      ${script}
    </script>
    ${element}`;
}

/** A service worker that answers every navigation with the page of the first one. */
const WORKER = `addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const answer = async () => {
    const cache = await caches.open(registration.scope);
    if (!(await cache.match(event.request.url))) await cache.add(event.request.url);
    return cache.match(event.request.url);
  };
  event.respondWith(answer());
});`;
