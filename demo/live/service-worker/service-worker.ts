import { toChannelName } from '../relay/messages.ts';
import { RequestRelay } from '../relay/request-relay.ts';
import { FileCache } from './file-cache.ts';
import { answerWithoutServer } from './without-server.ts';

const scope = globalThis as unknown as ServiceWorkerScope;

/** The page that can have the server. */
const PAGE = 'index.html';
const folder = scope.registration.scope;
const files = new FileCache(folder, LIVE_FILES, LIVE_VERSION);
const relay = new RequestRelay(toChannelName(folder), hasTabs);

scope.addEventListener('install', (event) => event.waitUntil(files.find(PAGE)));

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([scope.clients.claim(), files.removeOthers()]));
});

scope.addEventListener('message', (event) => {
  // After a forced reload, a page is not controlled until it asks.
  if (event.data === 'claim') event.waitUntil(scope.clients.claim());
  if (event.data === 'complete') event.waitUntil(files.complete());
});

scope.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin === new URL(folder).origin) {
    event.respondWith(answer(event.request));
  }
});

async function answer(request: Request): Promise<Response> {
  const name = toName(request);
  if (name !== null && files.has(name)) return files.find(name);
  return (await relay.send(request)) ?? answerWithoutServer(request, folder);
}

/** Returns the name of the file that a request may be for. Pages of the host application use the root's addresses. */
function toName({ url, mode }: Request): string | null {
  const { pathname } = new URL(url);
  const root = new URL(folder).pathname;
  const name = pathname.startsWith(root) ? pathname.slice(root.length) : pathname.slice(1);
  // The same address without navigation starts a session at the host application.
  if (name === '') return mode === 'navigate' ? PAGE : null;
  return name;
}

async function hasTabs(): Promise<boolean> {
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return tabs.some(({ url }) => {
    const { origin, pathname } = new URL(url);
    return [folder, folder + PAGE].includes(origin + pathname);
  });
}
