import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Replaces modules of the dashboard service that use Node by the modules of the same path in its folder `browser`.
 * Every import of the service's package gets its entry for browsers.
 */
export function counterparts(root: string): Plugin {
  const sources = join(root, 'service/src');
  const browser = join(sources, 'browser');
  return {
    name: 'counterparts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source === 'embedded-dashboard-service') return join(browser, 'index.ts');
      if (!source.startsWith('.') || !importer?.startsWith(sources)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (!found || !found.id.startsWith(sources) || found.id.startsWith(browser)) return null;
      const counterpart = join(browser, relative(sources, found.id));
      return existsSync(counterpart) ? counterpart : null;
    },
  };
}
