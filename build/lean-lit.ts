import type { Plugin } from 'vite';

/** Lit's module for `static styles`, which the element does not use: its style sheets belong to a document. */
const CSS_TAG = '@lit/reactive-element/css-tag.js';
const NO_STYLES = `
  export const adoptStyles = () => {};
  export const getCompatibleStyle = () => {};
  export const CSSResult = 0, css = 0, supportsAdoptingStyleSheets = 0, unsafeCSS = 0;`;

/** Leaves code out of the CDN file that never runs there. Only the CDN file is not code of an application. */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    load(id) {
      if (id.endsWith(CSS_TAG)) return NO_STYLES;
      // A script tag never runs in a worker.
      return id.endsWith('/worker-stand-in.ts') ? '' : null;
    },
  };
}
