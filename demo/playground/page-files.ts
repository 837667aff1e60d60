import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Serves the page's scripts and styles from their sources: an edit shows on the next load. */
export function createPageFiles(): Promise<ViteDevServer> {
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
      // A list of what is public, because secrets lie in this folder too: the service's API key does.
      fs: { allow: ['demo/playground', 'src', 'node_modules'].map((path) => join(ROOT, path)) },
    },
    resolve: {
      tsconfigPaths: true,
      // Without the condition "development", under which Lit warns on the console.
      conditions: ['module', 'browser'],
    },
    // All dependencies are modules already; a cache would be shared between processes.
    optimizeDeps: { noDiscovery: true },
  });
}

/** The page's HTML as it stands: Vite's own treatment would add a script that waits for edits. */
export function readPage(): Promise<string> {
  return readFile(join(ROOT, 'index.html'), 'utf8');
}
