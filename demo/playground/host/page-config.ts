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
      'import.meta.env.CDN_TAG': JSON.stringify(readCdnTag(root)),
      'import.meta.env.SERVER_CODE': JSON.stringify(readServerCode(root)),
    },
  };
}

/** Reads the tag from the quick start, which has the hash of the built file: the page needs no build. */
function readCdnTag(root: string): string {
  const quickStart = readFileSync(join(root, 'docs/quick-start.md'), 'utf8');
  return /(?<=<!-- cdn-tag -->`).*?(?=`<!-- \/cdn-tag -->)/.exec(quickStart)![0];
}

/** Reads the server of the quick start, which the tests run. */
function readServerCode(root: string): string {
  return readFileSync(join(root, 'demo/quick-start/server.mjs'), 'utf8');
}
