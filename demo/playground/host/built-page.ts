import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { build, type Rolldown } from 'vite';
import { toPageConfig } from './page-config.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MARK = '/mark.svg';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The page that Vite builds, in memory. */
export interface BuiltPage {
  html: string;
  /** Serves the scripts, the style sheet and the image. */
  files: Hono;
}

let built: Promise<BuiltPage> | undefined;

/** Builds the page once per process. With a dev server, every visit would load each module separately. */
export function buildPage(): Promise<BuiltPage> {
  built ??= makePage();
  return built;
}

async function makePage(): Promise<BuiltPage> {
  const config = toPageConfig(ROOT);
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    // Otherwise a test's NODE_ENV selects Lit's development build, which writes to the console.
    resolve: { ...config.resolve, conditions: ['browser', 'module', 'production'] },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      sourcemap: 'inline',
      modulePreload: false,
      rolldownOptions: {
        // Otherwise the page's elements are dropped: package.json does not list them in `sideEffects`.
        treeshake: false,
        input: { page: 'index.html', 'embedded-dashboard': 'src/index.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const contents = new Map<string, string | Uint8Array>(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  const html = String(contents.get('/index.html'));
  contents.delete('/index.html');
  contents.set(MARK, await readFile(join(String(config.publicDir), MARK)));
  return { html, files: serveFiles(contents) };
}

function serveFiles(contents: ReadonlyMap<string, string | Uint8Array>): Hono {
  const app = new Hono();
  for (const [path, content] of contents) {
    const headers = { 'Content-Type': TYPES[extname(path)]!, 'Cache-Control': 'no-cache' };
    app.get(path, (context) => context.body(new Uint8Array(Buffer.from(content)), 200, headers));
  }
  return app;
}
