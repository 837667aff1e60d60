import type { Plugin } from 'vite';

/** Keeps imports without names, such as those of elements: package.json does not list them in `sideEffects`. */
export function keptModules(root: string): Plugin {
  return {
    name: 'kept-modules',
    transform(code, id) {
      const isOwn = id.startsWith(root) && !id.includes('/node_modules/');
      return isOwn ? { code, map: null, moduleSideEffects: true } : null;
    },
  };
}
