import type { Plugin } from 'vite';

/** The files of PGlite that its modules refer to. The demo has its own, compressed ones. */
const PGLITE_FILE = /new URL\("(\.\/)?(pglite|initdb)\.(wasm|data)",\s*import\.meta\.url\)/g;

/** Keeps the raw files of PGlite out of the build. Fails the build for a module of Node that the service imports. */
export function withoutNode(): Plugin {
  return {
    name: 'without-node',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source.startsWith('node:') && !importer.includes('/node_modules/')) {
        this.error(`${importer} imports ${source}, which browsers do not have.`);
      }
    },
    transform(code, id) {
      if (!id.includes('/@electric-sql/pglite/')) return null;
      return { code: code.replaceAll(PGLITE_FILE, 'new URL("about:blank")'), map: null };
    },
  };
}
