import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { serve } from '../../../service/src/process/http-server.ts';
import { usePages } from '../worker-page.ts';
import { Office } from './office.ts';

/** The page and the back office of the running test. */
export let page: Page;
export let office: Office;

const offices = new Map<string, Office>();
let server: Promise<string> | undefined;

/** Starts the server of this worker, which ends with the worker. The cookie of a request leads to the office of its test. */
function findServer(): Promise<string> {
  server ??= serve(
    async (request) => {
      const [, session = ''] =
        /back-office=([\w-]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
      // A sandboxed frame sends no cookie. All offices have the same files.
      const isFile = new URL(request.url).pathname.startsWith('/assets/');
      const found = isFile ? office : offices.get(session);
      return found ? found.fetch(request) : new Response('', { status: 410 });
    },
    { port: 0, setting: '' },
  ).then(({ url }) => url);
  return server;
}

/** Opens a back office and a page of it for each test of a file. Returns a function that opens further pages. */
export function useOffice() {
  const pages = usePages();
  let session = '';
  const enter = async (entered: Page): Promise<Page> => {
    const url = await findServer();
    await entered.context().addCookies([{ name: 'back-office', value: session, url }]);
    return entered;
  };
  beforeEach(async () => {
    office = await Office.open();
    session = `session-${offices.size}`;
    offices.set(session, office);
    page = await enter(await pages.share());
    const devTools = await page.context().newCDPSession(page);
    const storage = { origin: await findServer(), storageTypes: 'local_storage' };
    await devTools.send('Storage.clearDataForOrigin', storage);
    await devTools.detach();
  });
  afterEach(async () => {
    page.removeAllListeners('dialog');
    // A page that closes sends its last draft, with the cookie of this test.
    await page.goto('about:blank');
  });
  return {
    /** Opens a page of the back office. */
    go: async (path: string, opened = page): Promise<void> => {
      await opened.goto(`${await findServer()}/admin/${path}`);
    },
    /** Returns another page, with the storage of its own. */
    create: async (options: BrowserContextOptions = {}): Promise<Page> =>
      enter(await pages.create(options)),
  };
}
