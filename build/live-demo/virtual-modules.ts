import type { Plugin } from 'vite';

/** Provides modules that only have a default export, which the build knows. */
export function virtualModules(values: Readonly<Record<string, unknown>>): Plugin {
  return {
    name: 'virtual-modules',
    enforce: 'pre',
    resolveId: (source) => (Object.hasOwn(values, source) ? `\0${source}` : null),
    load: (id) =>
      id.startsWith('\0') && Object.hasOwn(values, id.slice(1))
        ? `export default ${JSON.stringify(values[id.slice(1)])}`
        : null,
  };
}
