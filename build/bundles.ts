import { argv } from 'node:process';
import { build } from 'vite';

/** The modes of `vite.config.ts`, one for each bundle. The first one empties the folder. */
const MODES = ['production', 'frame', 'page', 'host', 'command'];

// Builds all bundles in one process: the start of Vite takes longer than a small bundle.
const [, , outDir = 'dist'] = argv;
for (const mode of MODES) await build({ mode, build: { outDir } });
