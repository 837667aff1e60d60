import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const CDN_FILE = 'embedded-dashboard.min.js';
/** What the CDN file may weigh in brotli, in bytes. */
const CDN_BUDGET = 7500;

/** Names that the page, the browser or Lit itself look up; all other properties are shortened. */
const CDN_NAMES = [
  // The element's properties, methods and events.
  ...['tokenUrl', 'logoutUrl', 'baseUrl', 'dashboardGuid', 'theme', 'color', 'backgroundColor'],
  ...[
    'label',
    'loading',
    'credentials',
    'sandbox',
    'allow',
    'referrerPolicy',
    'getToken',
    'headers',
  ],
  ...['status', 'error', 'expiresAt', 'deadline', 'expiredAt', 'reason', 'reload', 'logout'],
  ...['code', 'retryable', 'attempt', 'retryAt', 'token', 'expiresIn', 'signal'],
  // The custom element and its Lit base.
  ...['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback'],
  ...[
    'connectedMoveCallback',
    'observedAttributes',
    'properties',
    'elementProperties',
    'finalized',
  ],
  ...['reactiveElementVersions', 'litNonce', 'updateComplete', 'litPropertyMetadata'],
  ...['reactiveElementPolyfillSupport'],
];

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

/**
 * What the element does without of Lit, as it stands in the release that package.json pins: the
 * support of decorators, controllers, initializers, reflected and typed attributes, polyfills, lists
 * of styles. Each piece is removed, or what follows `=>` takes its place.
 */
const UNUSED_LIT: [string, string][] = [
  // Decorators.
  ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
  [
    'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
    '',
  ],
  // Polyfills.
  ['p=a.reactiveElementPolyfillSupport,', ''],
  ['p?.({ReactiveElement:y}),', ''],
  // Controllers and initializers.
  [
    'addController(t){(this._$EO??=new Set).add(t),void 0!==this.renderRoot&&this.isConnected&&t.hostConnected?.()}removeController(t){this._$EO?.delete(t)}',
    '',
  ],
  [',this._$EO?.forEach(t=>t.hostConnected?.())', ''],
  ['this._$EO?.forEach(t=>t.hostDisconnected?.())', ''],
  ['this._$EO?.forEach(t=>t.hostUpdate?.()),', ''],
  ['this._$EO?.forEach(t=>t.hostUpdated?.()),', ''],
  ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}', ''],
  [',this.constructor.l?.forEach(t=>t(this))', ''],
  ['void 0!==t.l&&(this.l=[...t.l]),', ''],
  // Reflected attributes, and those that are no strings.
  ['this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),', ''],
  [',!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t)', ''],
  [
    '_$ET(t,s){const i=this.constructor.elementProperties.get(t),e=this.constructor._$Eu(t,i);if(void 0!==e&&!0===i.reflect){const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null}}',
    '',
  ],
  [
    'const t=i.getPropertyOptions(e),h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,this._$Em=null',
    'this[e]=s',
  ],
  ['void 0!==e&&this._$Em!==e', 'void 0!==e'],
  ['this._$Em=null,', ''],
  ['||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i))', ''],
  ['converter:u,', ''],
];

/** Lit's way out for browsers before 2023 is left out: the element needs newer ones anyway. */
function adoptedStyleSheetsOnly(): Plugin {
  return {
    name: 'adopted-style-sheets-only',
    transform: {
      filter: { id: /reactive-element\/(.*\/)?css-tag\.js$/ },
      handler: (code) => ({
        code: code.replace(/=\w+\.ShadowRoot&&.*?CSSStyleSheet\.prototype/, '=true'),
        map: null,
      }),
    },
  };
}

/** Holds the CDN file to its budget, and writes its hash for `<script integrity>` beside it. */
function weighAndHash(): Plugin {
  return {
    name: 'weigh-and-hash',
    generateBundle(_options, bundle) {
      const file = bundle[CDN_FILE];
      if (file?.type !== 'chunk') throw new Error(`${CDN_FILE} was not built`);
      const size = brotliCompressSync(file.code).length;
      const hash = `sha384-${createHash('sha384').update(file.code).digest('base64')}`;
      const source = `${JSON.stringify({ [CDN_FILE]: hash }, null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
      this.info(`${CDN_FILE}: ${size} bytes in brotli, integrity ${hash}`);
      if (size > CDN_BUDGET) this.warn(`${CDN_FILE} passes its budget of ${CDN_BUDGET} bytes`);
    },
  };
}

/** The npm package: modules with Lit left outside; the host's libraries go in. */
const library: UserConfig = {
  build: {
    lib: {
      entry: {
        index: 'src/index.ts',
        element: 'src/element/embedded-dashboard.ts',
        host: 'src/host/index.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: { external: [/^@lit\//, /^node:/], output: { minify: true } },
  },
};

/** One file with everything in it, for `<script src>` with and without `type="module"`. */
const cdn: UserConfig = {
  plugins: [compactStyles(), adoptedStyleSheetsOnly(), {name:'x',transform:{filter:{id:/reactive-element\.js$/},handler:(code)=>{for(const [a,b] of UNUSED_LIT){if(!code.includes(a))throw Error(a);code=code.replace(a,()=>b)}return {code,map:null}}}}, weighAndHash()],
  build: {
    lib: { entry: 'src/cdn.ts', formats: ['iife'], name: '_', fileName: () => CDN_FILE },
    emptyOutDir: false,
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true, pure_getters: true },
      mangle: { properties: { reserved: CDN_NAMES, keep_quoted: true } },
      format: { comments: false },
    },
  },
};

export default defineConfig(({ mode }) => {
  const { plugins = [], build } = mode === 'cdn' ? cdn : library;
  return {
    plugins,
    resolve: { tsconfigPaths: true },
    build: { target: 'es2022', sourcemap: true, ...build },
  };
});
