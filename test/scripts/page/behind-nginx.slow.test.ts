import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasNginx, startNginxOnPort } from '../../support/nginx.ts';
import { soldGoods } from './sold-goods.ts';
import { findServer } from './use-dashboards.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/nginx-`);
});

afterEach(() => rm(folder, { recursive: true }));

/** Returns the location of the page about production, for a service at another address. */
async function findLocation(url: string): Promise<string> {
  const page = await readFile('docs/production.md', 'utf8');
  const [, location] = /```nginx\n(location [^`]*)```/.exec(page)!;
  return location!.replace('http://127.0.0.1:4600', url);
}

test.skipIf(!hasNginx).each(['', 'gzip on; gzip_min_length 1;'])(
  'nginx sends the tiles of a page before the last one is there: %s',
  async (settings) => {
    const server = await findServer();
    const shown = server.show(soldGoods());
    shown.rows.hold('cities');
    const location = await findLocation(server.url);
    await using nginx = await startNginxOnPort(
      folder,
      (port) => `${settings} server { listen 127.0.0.1:${port}; ${location} }`,
    );
    const response = await fetch(`http://127.0.0.1:${nginx.port}/Tdb/${shown.token}`);
    expect(response.headers.get('content-encoding')).toBe(settings ? 'gzip' : null);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let page = '';
    while (!page.includes('data-tile="tile-5"')) page += (await reader.read()).value;
    expect(page).not.toContain('data-tile="tile-0"');
    shown.rows.release();
    while (!page.includes('</html>')) page += (await reader.read()).value;
    expect(page).toContain('data-tile="tile-0"');
  },
);

test.skipIf(!hasNginx)('no log of nginx has a key or a token', async () => {
  // The service answers, breaks off before an answer and in it, and is away.
  const service = createServer((request, response) => {
    if (request.url!.includes('whole')) response.end('token');
    else if (request.url!.includes('half')) response.write('to', () => response.destroy());
    else response.destroy();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const location = await findLocation(
    `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  );
  await using nginx = await startNginxOnPort(
    folder,
    (port) => `access_log ${folder}/access.log; server { listen 127.0.0.1:${port}; ${location} }`,
  );
  const call = async (path: string) => {
    const url = `http://127.0.0.1:${nginx.port}/Api/GetToken/SECRET/${path}`;
    const response = await fetch(url);
    await response.text().catch(() => {});
    return response.status;
  };
  expect([await call('whole'), await call('half'), await call('broken')]).toEqual([200, 200, 502]);
  await new Promise((resolve) => service.close(resolve));
  expect(await call('away')).toBe(502);
  for (const log of ['start.log', 'access.log']) {
    expect(await readFile(`${folder}/${log}`, 'utf8'), log).not.toContain('SECRET');
  }
});
