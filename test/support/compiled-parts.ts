import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import {
  bundleScript as bundlePageScript,
  PAGE_SCRIPTS,
  toCompiled,
} from '../../service/src/start/find-script.ts';
import { type BuiltFiles, keepBuild, SERVICE_SOURCES } from './kept-build.ts';

const SOURCES = fileURLToPath(new URL('../../service/src/', import.meta.url));
/** The modules that start a thread or a process, or read the scripts of pages. */
const USERS =
  /\/service\/src\/((database\/(duckdb\/duckdb-process|postgres\/start-thread))|start\/find-script)\.ts$/;
/** The programs of the thread and of the process. */
const PROGRAMS = ['database/duckdb/duckdb-child', 'database/postgres/pglite-worker'];

let parts: Promise<string> | undefined;

/**
 * Returns the code of a module of the service as its npm package runs it, if the module starts a program or reads the
 * scripts of pages: they are compiled once for all workers and processes of the tests. Returns `null` for other modules.
 */
export async function useCompiledParts(path: string, code: string): Promise<string | null> {
  const [, name] = USERS.exec(path) ?? [];
  if (!name) return null;
  parts ??= keepBuild('service-parts', { home: 'service', sources: SERVICE_SOURCES }, compile);
  const url = JSON.stringify(pathToFileURL(`${await parts}/${name}.js`).href);
  const isCompiled = /import \{ IS_COMPILED \} from '[./]+process\/is-compiled\.ts';/;
  if (!isCompiled.test(code)) throw new Error(`${path} does not ask whether it is compiled.`);
  return code.replace(isCompiled, 'const IS_COMPILED = true;').replaceAll('import.meta.url', url);
}

async function compile(): Promise<BuiltFiles> {
  const { outputFiles } = await build({
    entryPoints: PROGRAMS.map((program) => ({ in: `${SOURCES}${program}.ts`, out: program })),
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    // Node 20 has no `using`.
    target: 'node20',
    platform: 'node',
    packages: 'external',
  });
  const files = new Map<string, Uint8Array | string>([['package.json', '{"type":"module"}']]);
  for (const { path, contents } of outputFiles) files.set(path.slice(1), contents);
  for (const path of Object.values(PAGE_SCRIPTS)) {
    files.set(toCompiled(path), (await bundlePageScript(`${SOURCES}${path}`)).code);
  }
  return files;
}
