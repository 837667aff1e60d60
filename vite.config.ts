import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { leanLit } from './build/lean-lit.mjs';
import { minifyTwice } from './build/minify-twice.ts';
import { minifyStyles } from './build/minify-styles.ts';
import { CDN_BUDGET, FRAME_BUDGET, PAGE_BUDGET, weighAndHash } from './build/weigh-and-hash.ts';
import { toPageConfig } from './demo/playground/host/page-config.ts';
import { playground } from './demo/playground/host/vite-plugin.ts';

const CDN_FILE = 'embedded-dashboard.min.js';
const FRAME_FILE = 'embedded-dashboard-frame.min.js';
const PAGE_FILE = 'embedded-dashboard-page.min.js';
const HOST_FILE = 'host.js';
const COMMAND_FILE = 'command.js';

/** Copies the typings for frameworks next to those that tsc writes: tsc ignores declaration files. */
function frameworkTypings(): Plugin {
  const folder = 'frameworks';
  return {
    name: 'framework-typings',
    generateBundle() {
      for (const name of readdirSync(`src/${folder}`).filter((file) => file.endsWith('.d.ts'))) {
        const source = readFileSync(`src/${folder}/${name}`);
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
      }
    },
  };
}

/** The host with its libraries in one file, unminified so that a stack trace is readable. */
const host: UserConfig = {
  plugins: [frameworkTypings()],
  build: {
    lib: { entry: 'src/host/index.ts', formats: ['es'], fileName: () => HOST_FILE },
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      external: [/^node:/],
      // The source map leads from each text to its source.
      optimization: { inlineConst: false },
      // Otherwise unused imports of Node modules remain, and edge runtimes do not have these modules.
      treeshake: { moduleSideEffects: 'no-external' },
    },
  },
};

/** The command with its libraries in one file, so that `npx` installs nothing else. */
const command: UserConfig = {
  build: {
    lib: { entry: 'command/src/command.ts', formats: ['es'], fileName: () => COMMAND_FILE },
    emptyOutDir: false,
    minify: false,
    rolldownOptions: { external: [/^node:/] },
  },
};

/** One file with everything in it, for `<script src>` with and without `type="module"`. */
const cdn: UserConfig = {
  plugins: [leanLit(), minifyStyles(), minifyTwice(CDN_FILE), weighAndHash(CDN_FILE, CDN_BUDGET)],
  build: {
    lib: { entry: 'src/cdn.ts', formats: ['iife'], name: '_', fileName: () => CDN_FILE },
  },
};

/** The module for dashboards that speak, for `<script src>` next to the CDN file. */
const frame: UserConfig = {
  plugins: [minifyTwice(FRAME_FILE), weighAndHash(FRAME_FILE, FRAME_BUDGET)],
  build: {
    lib: { entry: 'src/frame/cdn.ts', formats: ['iife'], name: '_', fileName: () => FRAME_FILE },
    emptyOutDir: false,
  },
};

/** The page's side, for `<script type="module">` in a dashboard. */
const page: UserConfig = {
  plugins: [minifyTwice(PAGE_FILE), weighAndHash(PAGE_FILE, PAGE_BUDGET)],
  build: {
    lib: { entry: 'src/page/index.ts', formats: ['es'], fileName: () => PAGE_FILE },
    emptyOutDir: false,
  },
};

/** The options of a bundle without a library. */
const noLicenses: UserConfig = {
  build: { license: false, rolldownOptions: { output: { postBanner: '' } } },
};

/** The options of all bundles. A comment in each bundle names the file with the licenses of its libraries. */
function bundle(file: string): UserConfig {
  const licenses = `${file}.LICENSE.txt`;
  const postBanner = `/*! Licenses: ${licenses} */`;
  return {
    resolve: { tsconfigPaths: true },
    build: {
      target: 'es2022',
      sourcemap: true,
      license: { fileName: licenses },
      rolldownOptions: { output: { postBanner } },
    },
  };
}

/** The dev server: the playground's page, its host application and the dashboard service. */
function devServer(): UserConfig {
  return {
    ...toPageConfig(import.meta.dirname),
    plugins: [playground()],
    // The host application writes the page.
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    // Lit needs no bundling, and a new bundle would cause errors in pages that are already open.
    optimizeDeps: { noDiscovery: true },
    server: {
      cors: false,
      // The page's Content-Security-Policy forbids the overlay's style.
      hmr: { overlay: false },
      // The service keeps its secrets in this repository.
      fs: { allow: ['demo/playground/page', 'src', 'node_modules'] },
      watch: { ignored: ['**/.data/**', '**/dist/**', '**/test-results/**'] },
    },
    // Map the script's address, which pages of the server use, to its source.
    // The production build of Lit: newcomers see no warning of a library.
    environments: { client: { resolve: { conditions: ['module', 'browser', 'production'] } } },
    resolve: { tsconfigPaths: true, alias: { '/embedded-dashboard.js': '/src/index.ts' } },
  };
}

const MODES: Record<string, [file: string, config: UserConfig]> = {
  frame: [FRAME_FILE, mergeConfig(noLicenses, frame)],
  page: [PAGE_FILE, mergeConfig(noLicenses, page)],
  host: [HOST_FILE, host],
  command: [COMMAND_FILE, command],
};

export default defineConfig(({ command: task, mode }) => {
  if (task === 'serve') return devServer();
  const [file, config] = MODES[mode] ?? [CDN_FILE, cdn];
  return mergeConfig(bundle(file), config);
});
