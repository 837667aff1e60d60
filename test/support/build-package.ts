import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fingerprint } from './fingerprint.ts';

/** The folder into which {@link setup} builds the package's scripts. `dist` stays unchanged. */
export const BUILT_PACKAGE = 'test-results/package';
/** The fingerprint of the sources of {@link BUILT_PACKAGE}. */
const STAMP = `${BUILT_PACKAGE}.sha256`;
/** The files that the build reads. The lock file has the versions of its tools. */
const SOURCES = [
  'src',
  'build',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
];

/** Builds the package before all tests of its project, unless its sources are those of the last build. */
export function setup(): void {
  const outDir = resolve(BUILT_PACKAGE);
  const sources = fingerprint(SOURCES);
  const isBuilt = existsSync(STAMP) && existsSync(outDir);
  if (isBuilt && readFileSync(STAMP, 'utf8') === sources) return;
  rmSync(STAMP, { force: true });
  rmSync(outDir, { recursive: true, force: true });
  build(outDir);
  writeFileSync(STAMP, sources);
}

function build(outDir: string): void {
  // The same run has just built the same sources.
  if (process.env.PACKAGE_IS_BUILT) return cpSync('dist', outDir, { recursive: true });
  run('tsx/dist/cli.mjs', 'build/bundles.ts', outDir);
  run('typescript/bin/tsc', '--project', 'tsconfig.build.json', '--outDir', outDir);
  run('tsx/dist/cli.mjs', 'build/locales.ts', outDir);
}

/** Installs the built package into the application in a folder, as npm would. */
export function installBuiltPackage(application: string): void {
  const folder = join(application, 'node_modules/embedded-dashboard');
  mkdirSync(folder, { recursive: true });
  symlinkSync(resolve('package.json'), join(folder, 'package.json'));
  symlinkSync(resolve(BUILT_PACKAGE), join(folder, 'dist'));
}

/** Runs a tool as `npm run build` does, without the test runner's own mode. */
function run(script: string, ...args: string[]): void {
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync(process.execPath, [`node_modules/${script}`, ...args], { env });
}
