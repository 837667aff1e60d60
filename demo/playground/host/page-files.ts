import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Hono } from 'hono';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = join(ROOT, 'demo/playground/page');

const SCRIPTS = {
  '/page.js': 'demo/playground/page/page.ts',
  '/embedded-dashboard.js': 'src/index.ts',
};
const FILES = { '/page.css': 'text/css', '/mark.svg': 'image/svg+xml' };

/** The page's scripts, style and picture, each made when it is asked for: an edit shows on the next load. */
export function createPageFiles(): Hono {
  const app = new Hono();
  const serve = (address: string, type: string, read: () => Promise<Uint8Array>): void => {
    app.get(address, async (context) => {
      const content = new Uint8Array(await read());
      return context.body(content, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
    });
  };
  for (const [address, source] of Object.entries(SCRIPTS)) {
    serve(address, 'text/javascript', () => bundleScript(join(ROOT, source)));
  }
  for (const [address, type] of Object.entries(FILES)) {
    serve(address, type, () => readFile(join(PAGE, address)));
  }
  return app;
}

/** A script and all that it imports, as one file that names its sources to whoever debugs. */
async function bundleScript(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    sourcemap: 'inline',
    define: { 'import.meta.env.CDN_TAG': JSON.stringify(await readCdnTag()) },
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  return outputFiles[0]!.contents;
}

/** From the README, where it has the built file's hash: the page itself needs no build. */
async function readCdnTag(): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  return /(?<=<!-- cdn-tag -->`).*?(?=`<!-- \/cdn-tag -->)/.exec(readme)![0];
}

/** The page's HTML as it stands. */
export function readPage(): Promise<string> {
  return readFile(join(ROOT, 'index.html'), 'utf8');
}
