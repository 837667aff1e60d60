import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Context, Hono } from 'hono';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = join(ROOT, 'demo/playground/page');

const SCRIPTS: Record<string, string> = {
  '/page.js': join(PAGE, 'page.ts'),
  '/embedded-dashboard.js': join(ROOT, 'src/index.ts'),
};

/** The page's scripts, style and picture, read when they are asked for: an edit shows on the next load. */
export function createPageFiles(): Hono {
  const app = new Hono().use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-cache');
  });
  for (const [address, file] of Object.entries(SCRIPTS)) {
    app.get(address, async (context) =>
      answer(context, 'text/javascript', await bundleScript(file)),
    );
  }
  for (const [name, type] of [['page.css', 'text/css'], ['mark.svg', 'image/svg+xml']] as const) {
    app.get(`/${name}`, async (context) => answer(context, type, await readFile(join(PAGE, name))));
  }
  return app;
}

function answer(context: Context, type: string, content: Uint8Array<ArrayBuffer>): Response {
  return context.body(content, 200, { 'Content-Type': `${type}; charset=utf-8` });
}

/** A script of the sources and all that it imports. */
async function bundleScript(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    sourcemap: 'inline',
    define: { 'import.meta.env.CDN_TAG': JSON.stringify(await readCdnTag()) },
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  return outputFiles[0]!.contents as Uint8Array<ArrayBuffer>;
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
