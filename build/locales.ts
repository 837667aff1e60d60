import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { toIntegrity } from './weigh-and-hash.ts';

// Builds the locales of the package: `tsx build/locales.ts FOLDER`, where the folder has the other files.
const SOURCES = 'src/locales';
const FOLDER = process.argv[2]!;
const INTEGRITY = `${FOLDER}/integrity.json`;
/** The largest size of a locale file in brotli, in bytes. */
const BUDGET = 1000;

// Each locale becomes one file that imports nothing, for bundlers and for the CDN.
const names = readdirSync(SOURCES).filter((name) => name !== 'dashboard-texts.ts');
const { outputFiles } = await build({
  entryPoints: names.map((name) => `${SOURCES}/${name}`),
  outdir: `${FOLDER}/locales`,
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
});
mkdirSync(`${FOLDER}/locales`, { recursive: true });
const integrity = JSON.parse(readFileSync(INTEGRITY, 'utf8')) as Record<string, string>;
for (const { path, contents } of outputFiles) {
  const name = `locales/${path.split('/').at(-1)!}`;
  const size = brotliCompressSync(contents).length;
  if (size > BUDGET) throw new Error(`${name} has ${size} bytes in brotli, more than ${BUDGET}.`);
  writeFileSync(path, contents);
  // Remove the source map of the module that tsc wrote here.
  rmSync(`${path}.map`, { force: true });
  integrity[name] = toIntegrity(contents);
}
writeFileSync(INTEGRITY, `${JSON.stringify(integrity, null, 2)}\n`);
