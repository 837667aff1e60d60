import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
