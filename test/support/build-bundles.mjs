import { argv } from 'node:process';
import { build } from 'vite';

// Builds the bundles of some modes of `vite.config.ts`: `node build-bundles.mjs FOLDER MODE…`.
const [, , outDir, ...modes] = argv;
for (const mode of modes) await build({ mode, logLevel: 'error', build: { outDir } });
