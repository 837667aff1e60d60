import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { propertySeed, tier } from './tier.mjs';

/**
 * A dashboard that answers the parent page's question with its id and size, once it has painted. On command it speaks:
 * it greets, sends messages through its port, repeats what it has heard, and takes the focus.
 */
const PAGE = `<!doctype html><title>Dashboard</title><h1>Dashboard</h1><input autofocus><script>
  const id = Math.random();
  let port;
  const say = (message) => parent.postMessage(message, '*');
  addEventListener('message', ({ source, data, ports }) => {
    if (data?.hello !== undefined) say(data.hello);
    else if (data?.messages) for (const message of data.messages) port.postMessage(message);
    else if (data?.go) location.href = data.go;
    else if (data?.focus) {
      addEventListener('blur', () => say('blurred'));
      document.querySelector('input').focus();
    }
    else if (data?.embeddedDashboard) say({ heard: data, ports: (port = ports[0], ports.length) });
    else {
      const answer = () => source.postMessage({ id, width: innerWidth, height: innerHeight }, '*');
      requestAnimationFrame(() => requestAnimationFrame(answer));
    }
  });
</script>`;

/**
 * A dashboard that greets with `embedded-dashboard/page`. Its words are a global, for the test. It has loaded when it has
 * heard the answer, because it requests the answer to its image only then. With `greet-slow`, the test calls `finish`, and it applies the state `slow`
 * when the test calls `apply`.
 */
const GREETING_PAGE = `<!doctype html><title>Dashboard</title><h1>Dashboard</h1><script type="module">
  parent.stopClock?.(window);
  import { greet } from '/src/page/index.ts';
  globalThis.heard = [];
  globalThis.words = greet({ onState: async (state) => {
    heard.push(state);
    if (state === 'slow') await new Promise((apply) => Object.assign(globalThis, { apply }));
  } });
  words.busy(false);
  const image = document.body.appendChild(new Image());
  const id = Math.random();
  image.src = '/Tdb/held-' + id;
  globalThis.finish = () => fetch('/Tdb/held-' + id, { method: 'POST' });
  if (!location.pathname.includes('greet-slow')) addEventListener('message', finish, { once: true });
</script>`;

/** The languages of the package besides English. */
const LANGUAGES = readdirSync('src/locales')
  .map((name) => name.replace('.ts', ''))
  .filter((name) => name !== 'dashboard-texts');

/** The page that the docs give to the makers of dashboards. */
const DOCS_PAGE = readFileSync('docs/examples/speaking-dashboard.html');

/**
 * A host application's backend for browser tests, and a dashboard service on another site. Each test
 * has its own host (`/fake-host/{id}/…`), which gives the answers that the test sets, and records calls.
 */
export function fakeHost() {
  /** @type {Map<string, ReturnType<typeof createHost>>} */
  const hosts = new Map();
  const frames = createServer(serveFrame);
  let baseUrl = '';

  const plugin = {
    name: 'fake-host',
    async serverStart() {
      await new Promise((resolve) => frames.listen(0, '127.0.0.1', resolve));
      baseUrl = `http://127.0.0.1:${frames.address().port}`;
    },
    serverStop() {
      frames.closeAllConnections();
      frames.close();
    },
  };
  return { plugin, middleware };

  async function middleware(context, next) {
    if (context.path === '/property-settings') {
      context.body = { runs: tier.propertyRuns, ...propertySeed() };
      return undefined;
    }
    if (context.path === '/languages') {
      context.body = LANGUAGES;
      return undefined;
    }
    if (context.path === '/received-frame') {
      context.body = { times: received.get(context.querystring) ?? 0 };
      return undefined;
    }
    if (context.path.startsWith('/Tdb/redirect-')) {
      context.redirect(`${baseUrl}/Tdb/elsewhere`);
      return undefined;
    }
    if (context.path.startsWith('/Tdb/')) {
      // This address is on the page's own site, where frames need no process of their own.
      context.respond = false;
      return serveFrame(context.req, context.res);
    }
    const [, id, action] = /^\/fake-host\/([\w-]+)\/(\w+)$/.exec(context.path) ?? [];
    if (!id) return next();
    const host = hosts.get(id) ?? createHost();
    hosts.set(id, host);
    const body = await readBody(context.req);
    if (action === 'forget') host.answers = [];
    if (action === 'release') host.release();
    if (['forget', 'script', 'calls', 'release'].includes(action)) {
      if (body) host.answers.push(...JSON.parse(body));
      context.body = { baseUrl, calls: host.calls };
      return undefined;
    }
    const { headers, method } = context;
    host.calls.push({ action, method, headers, body });
    const scripted = host.answers.shift() ?? {};
    const token = `${scripted.kind ?? 'token'}-${id}-${++host.count}`;
    if (scripted.isHeld) await host.released;
    return answer(context, scripted, token);
  }

  async function answer(context, { status = 200, headers, body, expiresIn = 7200, cut }, token) {
    context.status = status;
    context.set(headers ?? { 'Content-Type': 'application/json' });
    if (cut) {
      context.respond = false;
      context.res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      // The headers and the start of the body leave first.
      context.res.write('{"token":', () => context.res.destroy());
    } else if (context.path.endsWith('/logout') && body === undefined) {
      context.status = status === 200 ? 204 : status;
    } else {
      context.body = body ?? JSON.stringify({ token, expiresIn, baseUrl });
    }
  }
}

function createHost() {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  return { answers: [], calls: [], count: 0, released, release };
}

/** The tokens whose first frame got stuck. */
const stuck = new Set();
/** Answers that wait for another request, by its id. */
const held = new Map();

/** Ends the answers of both requests with an id when the second one has come. */
function hold(id, response) {
  const other = held.get(id);
  held.set(id, response);
  if (other) for (const answer of [other, response]) answer.end();
}

/** The number of requests per address of a frame, without the origin. */
const received = new Map();

/**
 * Serves a frame, with the fault that its token begins with. With `stuck-`, the first frame that has a
 * query gets no answer. With `second-`, the second and the third frame get none. With `endless-`, the page never ends.
 */
function serveFrame(request, response) {
  const times = (received.get(request.url) ?? 0) + 1;
  received.set(request.url, times);
  const token = request.url.split('/').pop();
  if (token.startsWith('hang-')) return;
  if (token.startsWith('held-')) return hold(token.slice('held-'.length), response);
  if (token.startsWith('second-') && (times === 2 || times === 3)) return;
  if (/^stuck-.*\?/.test(token) && !stuck.has(token)) stuck.add(token);
  else if (token.startsWith('reset-')) response.destroy();
  else if (token.startsWith('empty-')) response.writeHead(204).end();
  else if (token.startsWith('download-')) {
    response.writeHead(200, { 'Content-Disposition': 'attachment' }).end('Dashboard');
  } else if (token.startsWith('endless-')) {
    // Firefox and WebKit wait for the first kilobyte of a page.
    response.writeHead(200, { 'Content-Type': 'text/html' }).write(PAGE + ' '.repeat(8192));
  } else if (token.startsWith('greet-')) {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(GREETING_PAGE);
  } else if (token.startsWith('docs-')) {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(DOCS_PAGE);
  } else response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
