import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { weighAndHash } from './build/weigh-and-hash.ts';

const CDN_FILE = 'embedded-dashboard.min.js';
const HOST_FILE = 'host.js';

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
      // Otherwise unused imports of Node modules stay, which edge runtimes do not have.
      treeshake: { moduleSideEffects: 'no-external' },
    },
  },
};

/** One file with everything in it, for `<script src>` with and without `type="module"`. */
const cdn: UserConfig = {
  plugins: [weighAndHash(CDN_FILE)],
  build: {
    lib: { entry: 'src/cdn.ts', formats: ['iife'], name: '_', fileName: () => CDN_FILE },
  },
};

/** Common to both bundles: each names the file next to it with the licenses of its libraries. */
function bundle(file: string): UserConfig {
  const licenses = `${file}.LICENSE.txt`;
  const postBanner = `/*! For license information please see ${licenses} */`;
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

export default defineConfig(({ mode }) =>
  mode === 'host' ? mergeConfig(bundle(HOST_FILE), host) : mergeConfig(bundle(CDN_FILE), cdn),
);
