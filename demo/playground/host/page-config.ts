import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserConfig } from 'vite';

/** Returns the page's Vite configuration, for the dev server and for the build that tests use. */
export function toPageConfig(root: string): UserConfig {
  return {
    root,
    publicDir: join(root, 'demo/playground/page/public'),
    resolve: { tsconfigPaths: true },
    define: { 'import.meta.env.CDN_TAG': JSON.stringify(readCdnTag(root)) },
  };
}

/** Reads the tag from the README. It contains the hash of the built file, so the page needs no build. */
function readCdnTag(root: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  return /(?<=<!-- cdn-tag -->`).*?(?=`<!-- \/cdn-tag -->)/.exec(readme)![0];
}
