import type { Plugin } from 'vite';

/** Removes comments and white space from the style sheets in `*.styles.ts`. */
export function minifyStyles(): Plugin {
  return {
    name: 'minify-styles',
    transform(code, id) {
      if (!id.endsWith('.styles.ts')) return null;
      return { code: code.replaceAll(/`[^`]*`/g, minify), map: null };
    },
  };
}

function minify(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?|(?<=[:(]) | (?=\))/g, '$1')
    .replaceAll(';}', '}');
}
