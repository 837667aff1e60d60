import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserConfig } from 'vite';

/** Returns the page's Vite configuration, for the dev server and for the build that tests use. */
export function toPageConfig(root: string): UserConfig {
  return {
    root,
    publicDir: join(root, 'demo/playground/page/public'),
    resolve: { tsconfigPaths: true },
    define: {
      'import.meta.env.SERVER_CODE': JSON.stringify(readServerCode(root)),
    },
  };
}

/** Reads the server of the quick start, which the tests run. */
function readServerCode(root: string): string {
  return readFileSync(join(root, 'demo/quick-start/server.mjs'), 'utf8');
}
