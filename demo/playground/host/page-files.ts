import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** All that the page is made of. The service's folder, where its API key lies, is linked from `node_modules`. */
const PUBLIC_FOLDERS = ['demo/playground/page', 'src', 'node_modules/@lit'];
const SECRET_FILES = ['**/.data/**', '.env', '.env.*', '.npmrc', '*.{crt,pem,key}', '**/.git/**'];
const PUBLIC_ADDRESS = /^\/(demo\/playground\/page|src|node_modules|@[^/]*)\//;

/** Whether an address may be one of the page's files. What else Vite serves is for developers: it opens editors. */
export function isPageFile(address: string): boolean {
  return PUBLIC_ADDRESS.test(address);
}

/** Serves the page's scripts and styles from their sources: an edit shows on the next load. */
export async function createPageFiles(): Promise<ViteDevServer> {
  const allow = await Promise.all(PUBLIC_FOLDERS.map((folder) => realpath(join(ROOT, folder))));
  return createServer({
    // The repository's own configuration builds the package, not this page.
    configFile: false,
    root: ROOT,
    appType: 'custom',
    logLevel: 'error',
    server: {
      middlewareMode: true,
      hmr: false,
      ws: false,
      watch: { ignored: ['**/.data/**', '**/dist/**'] },
      fs: { allow, deny: SECRET_FILES },
      // Vite would let every other server of this machine read along.
      cors: false,
    },
    resolve: {
      tsconfigPaths: true,
      // Without the condition "development", under which Lit warns on the console.
      conditions: ['module', 'browser'],
    },
    define: { 'import.meta.env.CDN_TAG': JSON.stringify(await readCdnTag()) },
    // All dependencies are modules already; a cache would be shared between processes.
    optimizeDeps: { noDiscovery: true },
  });
}

/** From the README, where it has the built file's hash: the page itself needs no build. */
async function readCdnTag(): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  return /(?<=<!-- cdn-tag -->`).*?(?=`<!-- \/cdn-tag -->)/.exec(readme)![0];
}

/** The page's HTML as it stands: Vite's own treatment would add a script that waits for edits. */
export function readPage(): Promise<string> {
  return readFile(join(ROOT, 'index.html'), 'utf8');
}
