import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { toPageConfig } from '../../demo/playground/host/page-config.ts';
import { findAssets } from '../../service/src/start/page-assets.ts';
import { counterparts } from './counterparts.ts';
import { createDatabaseFiles, type DatabaseFiles } from './database-files.ts';
import { bundleServiceWorker } from './service-worker.ts';
import { keptModules } from './kept-modules.ts';
import { virtualModules } from './virtual-modules.ts';
import { withoutNode } from './without-node.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(ROOT, 'demo/live');
/** The largest transfer of a first visit that also loads all files for offline use. */
const MAX_BYTES = 12_000_000;

/** The transfer of the demo in bytes, from a server that compresses with gzip. */
export interface Transfer {
  total: number;
  /** The largest files first. */
  files: [name: string, bytes: number][];
}

/**
 * Builds the live demo into a folder that any server of static files can serve, below any path.
 * Throws an error if the transfer is too large.
 */
export async function buildLiveDemo(outDir: string): Promise<Transfer> {
  const [database, assets] = await Promise.all([createDatabaseFiles(), findAssets()]);
  const entries = Object.entries(assets);
  const plugins = (): Plugin[] => [
    counterparts(ROOT),
    withoutNode(),
    keptModules(ROOT),
    virtualModules({
      'virtual:live-files': toLiveFiles(database),
      'virtual:page-assets': Object.fromEntries(
        entries.map(([key, { name, mediaType }]) => [key, { name, mediaType }]),
      ),
    }),
  ];
  const files = await bundle(plugins);
  for (const { name, content } of Object.values(database)) files.set(name, content);
  for (const [, { name, body }] of entries) files.set(`service/assets/${name}`, body);
  files.set('mark.svg', await readFile(join(ROOT, 'demo/playground/page/public/mark.svg')));
  const worker = await bundleServiceWorker(
    join(SOURCES, 'service-worker/service-worker.ts'),
    files,
  );
  files.set('service-worker.js', worker);
  await rm(outDir, { recursive: true, force: true });
  for (const [name, content] of files) {
    await mkdir(dirname(join(outDir, name)), { recursive: true });
    await writeFile(join(outDir, name), content);
  }
  return weigh(files);
}

function toLiveFiles(database: DatabaseFiles): Record<string, { name: string; bytes: number }> {
  return Object.fromEntries(
    Object.entries(database).map(([key, { name, content }]) => [
      key,
      { name, bytes: content.length },
    ]),
  );
}

/** Returns the page, its workers and their styles. */
async function bundle(plugins: () => Plugin[]): Promise<Map<string, Uint8Array>> {
  const { define, resolve } = toPageConfig(ROOT);
  const config: InlineConfig = {
    root: SOURCES,
    base: './',
    publicDir: false,
    configFile: false,
    logLevel: 'warn',
    define,
    resolve: { ...resolve, conditions: ['browser', 'module', 'production'] },
    plugins: plugins(),
    worker: { format: 'es', plugins },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          index: join(SOURCES, 'index.html'),
          'embedded-dashboard': join(ROOT, 'src/index.ts'),
        },
        output: {
          // Pages of the host application name this file.
          entryFileNames: ({ name }) =>
            name === 'embedded-dashboard' ? '[name].js' : 'assets/[name]-[hash].js',
        },
      },
    },
  };
  const { output } = (await build(config)) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => {
      const content = file.type === 'chunk' ? file.code : file.source;
      return [file.fileName, typeof content === 'string' ? Buffer.from(content) : content];
    }),
  );
}

/** Compressed files are sent unchanged. */
function weigh(files: ReadonlyMap<string, Uint8Array>): Transfer {
  const weights = Array.from(files, ([name, content]): [string, number] => [
    name,
    name.endsWith('.bin') ? content.length : gzipSync(content).length,
  ]);
  const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (total > MAX_BYTES) throw new Error(`The live demo has ${total} bytes: ${MAX_BYTES} at most.`);
  return { total, files: weights.toSorted(([, one], [, other]) => other - one) };
}
