import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { useCompiledParts } from './compiled-parts.ts';

const REPLACED = '/open-databases.ts';
const KEPT = fileURLToPath(new URL('kept-databases.ts', import.meta.url));

/**
 * Returns a plugin with which the services of a test worker open `kept-databases.ts` in place of new databases, and take
 * the compiled parts of the service.
 */
export function shareDatabases(): Plugin {
  return {
    name: 'share-databases',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith(REPLACED) && importer !== KEPT ? KEPT : undefined,
    transform: (code, id) => useCompiledParts(id, code),
  };
}
