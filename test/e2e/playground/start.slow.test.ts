import { randomUUID } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareChromium } from '../../support/chromium.ts';
import { serve } from '../../support/node-server.ts';
import { onFreePort } from '../../support/on-free-port.mjs';
import { untilStatus } from '../playground-browser.ts';
import { root, runVite, type Run, startVite } from './run-vite.ts';

it('ends on SIGTERM, and says nothing secret', async () => {
  const { child, greeting, ending } = await startVite();
  const [page] = /http:\/\/localhost:[1-9]\d*/.exec(greeting)!;
  await expect.poll(() => fetch(`${page}/`).then(({ status }) => status)).toBe(200);
  child.kill('SIGTERM');
  const { status, stdout, stderr } = await ending;
  // The log says when a start takes long, which it may.
  expect([status, stderr.replace(/^\S+ info .+\n/gm, '')]).toEqual([0, '']);
  expect(stdout).not.toContain('hunter2');
  await expect(fetch(`${page}/`)).rejects.toThrow('fetch failed');
});

describe('with `--port`, which overrides PORT', () => {
  let started: Run;
  let url: string;

  beforeAll(async () => {
    const settings = { PORT: 'unused', SERVICE_PORT: 0, SERVICE_TOKEN_LIFETIME: 300 };
    await onFreePort(async (port) => {
      started = runVite(settings, ['--port', String(port)]);
      url = `http://localhost:${port}`;
      const greeting = await started.greeting;
      if (!greeting) throw new Error((await started.ending).stderr);
      expect(greeting).toContain(`${url}\n`);
    });
  });

  afterAll(async () => {
    started.child.kill('SIGINT');
    expect((await started.ending).status).toBe(0);
  });

  it('reloads the page when `src` changes', async () => {
    const browser = await shareChromium();
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(url);
    await untilStatus(page, 'ready');
    const reloaded = page.waitForEvent('load');
    const now = new Date();
    await utimes(join(root, 'src/element/embedded-dashboard.ts'), now, now);
    await reloaded;
    await untilStatus(page, 'ready');
    expect(errors).toEqual([]);
    await browser.close();
  });

  const get = (path: string): Promise<Response> =>
    fetch(`${url}${path}`, { headers: { Origin: 'http://localhost:3000' } });

  it('keeps a token lifetime that is set', async () => {
    const conditions = await get('/conditions');
    expect(await conditions.json()).toEqual({ fault: 'none', hasShortTokens: false });
  });

  it('serves the page’s modules only to its own origin', async () => {
    for (const path of [
      '/demo/playground/page/playground-page.ts',
      '/mark.svg',
      '/embedded-dashboard.js',
    ]) {
      const { status, headers } = await get(path);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
    }
  });

  it('serves no file from the folder with the API key, by any path', async () => {
    const folder = join(root, 'service/.data');
    const canary = join(folder, `canary-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    await writeFile(canary, 'canary in the coal mine');
    try {
      for (const path of [canary.slice(root.length - 1), `/@fs${canary}`]) {
        for (const query of ['', '?raw', '?url', '?import&raw']) {
          expect(await (await get(path + query)).text()).not.toContain('coal mine');
        }
      }
    } finally {
      // Keeps the folder, because it may be in use.
      await rm(canary);
    }
  });
});

describe('a setting that cannot be used', () => {
  for (const name of ['PORT', 'SERVICE_PORT']) {
    it(`is reported in one line with status 1: a busy ${name}`, async () => {
      await using other = await serve(() => {});
      const { port } = other;
      const environment = { PORT: 0, SERVICE_PORT: 0, [name]: port };
      const { status, stdout, stderr } = await runVite(environment).ending;
      expect([status, stdout]).toEqual([1, '']);
      const [, command = ''] =
        /^playground: Port \d+ is in use\. Stop the other process, or set another port: (.+) npm start\n$/.exec(
          stderr,
        ) ?? [];
      // The command keeps the other port; a free one may have been chosen for 0.
      expect(Object.fromEntries(command.split(' ').map((setting) => setting.split('=')))).toEqual({
        PORT: expect.stringMatching(/^\d+$/),
        SERVICE_PORT: expect.stringMatching(/^\d+$/),
        [name]: String(port + 1),
      });
    });
  }

  it.each(['PORT', 'SERVICE_PORT'])('never suggests one port twice: a busy %s', async (name) => {
    await using other = await serve(() => {});
    const next = { PORT: other.port + 1, SERVICE_PORT: other.port + 1 };
    const { stderr } = await runVite({ ...next, [name]: other.port }).ending;
    const ports = Array.from(stderr.matchAll(/PORT=(\d+)/g), ([, port]) => port);
    expect(new Set(ports).size).toBe(2);
  });

  const bad = { PORT: 'hunter2', SERVICE_TOKEN_LIFETIME: '0', SERVICE_API_KEY: 'hunter2/..' };
  for (const [name, value] of Object.entries(bad)) {
    it(`is reported in one line with status 1: a bad ${name}`, async () => {
      const { status, stdout, stderr } = await runVite({ PORT: 0, [name]: value }).ending;
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(new RegExp(`^playground: ${name} [^\\n]+\\n$`));
      expect(stderr).not.toContain('hunter2');
    });
  }
});
