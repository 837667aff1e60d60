import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { weighAndHash } from './build/cdn-weight.ts';

const CDN_FILE = 'embedded-dashboard.min.js';

/** Names that the page or the browser looks up; all other properties are shortened. */
const CDN_NAMES = [
  // The element's properties, methods and events.
  'tokenUrl logoutUrl baseUrl dashboardGuid theme color backgroundColor label loading credentials',
  'sandbox allow referrerPolicy getToken headers status error expiresAt deadline expiredAt reason',
  'reload logout code retryable attempt retryAt token expiresIn signal',
  // The custom element, and its base class.
  'connectedCallback disconnectedCallback attributeChangedCallback observedAttributes',
  'properties updateComplete',
].flatMap((names) => names.split(' '));

/** Takes the white space out of the styles, which no minifier sees inside a string. */
function compactStyles(): Plugin {
  return {
    name: 'compact-styles',
    transform: {
      filter: { id: /\.styles\.ts$/ },
      handler: (code) => ({ code: code.replace(/`[^`]*`/g, compact), map: null }),
    },
  };
}

function compact(styles: string): string {
  return styles
    .replace(/\s*([{};:,>])\s+/g, '$1')
    .replaceAll(';}', '}')
    .replace(/\s+/g, ' ');
}

/** Leaves out what only workers need: no page has the CDN file read by one. */
function pagesOnly(): Plugin {
  return {
    name: 'pages-only',
    transform: {
      filter: { id: /\/worker-stand-in\.ts$/ },
      handler: () => ({ code: '', map: null }),
    },
  };
}

/**
 * Puts the typings for frameworks beside those that tsc makes: it passes over declaration files. For
 * whoever imports one by its name there is a module with nothing in it.
 */
function frameworkTypings(): Plugin {
  const folder = 'frameworks';
  return {
    name: 'framework-typings',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `${folder}.js`, source: 'export {};\n' });
      for (const name of readdirSync(`src/${folder}`).filter((file) => file.endsWith('.d.ts'))) {
        const source = readFileSync(`src/${folder}/${name}`);
        this.emitFile({ type: 'asset', fileName: `types/${folder}/${name}`, source });
      }
    },
  };
}

/** The element's modules, with Lit left outside. */
const modules: UserConfig = {
  plugins: [frameworkTypings()],
  build: {
    lib: {
      entry: {
        index: 'src/index.ts',
        element: 'src/element/embedded-dashboard.ts',
        // A file of its own, or Lit would be read before it.
        'worker-stand-in': 'src/element/worker-stand-in.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: { external: [/^@lit\//], output: { minify: true } },
  },
};

/** The host with its libraries, in lines that a stack trace can show. */
const host: UserConfig = {
  build: {
    lib: { entry: { host: 'src/host/index.ts' }, formats: ['es'] },
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      external: [/^node:/],
      // Else an import would stay whose names nobody uses, and the edge has no module of Node.
      treeshake: { moduleSideEffects: 'no-external' },
    },
  },
};

/** One file with everything in it, for `<script src>` with and without `type="module"`. */
const cdn: UserConfig = {
  resolve: { alias: { '@lit/reactive-element': '/src/cdn/reactive-element.ts' } },
  plugins: [compactStyles(), pagesOnly(), weighAndHash(CDN_FILE)],
  build: {
    lib: { entry: 'src/cdn/index.ts', formats: ['iife'], name: '_', fileName: () => CDN_FILE },
    emptyOutDir: false,
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      compress: {
        passes: 3,
        keep_fargs: false,
        unsafe: true,
        unsafe_arrows: true,
        unsafe_methods: true,
        pure_getters: true,
      },
      mangle: { properties: { reserved: CDN_NAMES, keep_quoted: true } },
      format: { comments: false },
    },
  },
};

export default defineConfig(({ mode }) => {
  const { plugins = [], build, resolve } = { cdn, host }[mode] ?? modules;
  return {
    plugins,
    resolve: { tsconfigPaths: true, ...resolve },
    build: { target: 'es2022', sourcemap: true, ...build },
  };
});
