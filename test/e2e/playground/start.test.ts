import { createServer, type Plugin } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';
import { toPageConfig } from '../../../demo/playground/host/page-config.ts';
import * as start from '../../../demo/playground/host/start.ts';
import { playground } from '../../../demo/playground/host/vite-plugin.ts';

const MODULE = '/demo/playground/host/start.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Gives Vite the module of this test worker: to transform the whole service again takes ten seconds. */
const shareModule: Plugin = {
  name: 'share-module',
  enforce: 'pre',
  resolveId: (source) => (source === MODULE ? MODULE : undefined),
  load: (id) => (id === MODULE ? 'export const { startDemo } = globalThis.startModule' : undefined),
};

it('prints the addresses in the order of their use, serves them, and closes them', async () => {
  const settings = {
    DATABASE_URL: 'memory:',
    SERVICE_PORT: '0',
    SERVICE_API_KEY: 'hunter2',
    SERVICE_ADMIN_PASSWORD: 'hunter2-of-the-back-office',
    SERVICE_SECRET: 'hunter2-of-what-is-encrypted',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.stubGlobal('startModule', start);
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const server = await createServer({
    ...toPageConfig(process.cwd()),
    configFile: false,
    plugins: [shareModule, playground()],
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: { port: 0 },
  });
  await server.listen();
  await expect.poll(() => lines.at(-1)).toBe('Press Ctrl+C to stop.');

  const shown = lines.filter((line) => !/^(Preparing|Filling) /.test(line));
  const [page, , service] = shown.map((line) => /http:\/\/localhost:[1-9]\d*/.exec(line)?.[0]);
  expect(service).not.toBe(page);
  expect(shown).toEqual([
    `Open the playground:   ${page}`,
    `Back office:           ${service}/admin (password: SERVICE_ADMIN_PASSWORD)`,
    `Dashboard service:     ${service}`,
    'Press Ctrl+C to stop.',
  ]);
  expect(lines.join('\n')).not.toContain('hunter2');
  const html = await (await fetch(`${page}/`)).text();
  expect(html).toContain('<playground-page');
  // Vite serves its modules.
  const [, script] = /src="(\/demo\/[^"]+)"/.exec(html)!;
  expect((await fetch(`${page}${script}`)).status).toBe(200);
  const conditions = await fetch(`${page}/conditions`);
  expect(await conditions.json()).toEqual({ fault: 'none', hasShortTokens: true });
  expect((await fetch(`${service}/Tdb/none`)).status).toBe(401);

  await server.close();
  await expect(fetch(`${page}/`)).rejects.toThrow('fetch failed');
  await expect(fetch(`${service}/`)).rejects.toThrow('fetch failed');
});
