import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { tier } from './tier.mjs';

/** The folder into which {@link setup} builds the package's scripts. `dist` stays unchanged. */
export const BUILT_PACKAGE = 'test-results/package';
/** The fingerprint of the sources of {@link BUILT_PACKAGE}. */
const STAMP = `${BUILT_PACKAGE}.sha256`;
/** The files that the build reads. The lock file has the versions of its tools. */
const SOURCES = [
  'src',
  'command',
  'build',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
];

/** The modes of `vite.config.ts` that build what the tests of `npm test` use: the CDN file and the host. */
const USED_MODES = ['production', 'host'];

/** Builds the package before all tests of its project, unless its sources are those of the last build. */
export function setup(): void {
  const outDir = resolve(BUILT_PACKAGE);
  const whole = `${fingerprint(SOURCES)} whole`;
  const stamp = tier.hasOnlyJourneys ? whole.replace('whole', USED_MODES.join()) : whole;
  const isBuilt = (): boolean => {
    const built = existsSync(outDir) && existsSync(STAMP) && readFileSync(STAMP, 'utf8');
    return built === whole || built === stamp;
  };
  if (isBuilt()) return;
  const part = `${outDir}.${process.pid}`;
  build(part);
  // Another lane of the same run may have been faster, and its tests use the folder.
  if (isBuilt()) return rmSync(part, { recursive: true });
  rmSync(STAMP, { force: true });
  rmSync(outDir, { recursive: true, force: true });
  renameSync(part, outDir);
  writeFileSync(STAMP, stamp);
}

function build(outDir: string): void {
  // The same run has just built the same sources.
  if (process.env.PACKAGE_IS_BUILT) return cpSync('dist', outDir, { recursive: true });
  if (tier.hasOnlyJourneys) return run('test/support/build-bundles.mjs', outDir, ...USED_MODES);
  run('node_modules/tsx/dist/cli.mjs', 'build/bundles.ts', outDir);
  const modules = ['--project', 'tsconfig.build.json', '--outDir', outDir];
  // `npm run types` checks the types.
  run('node_modules/typescript/bin/tsc', '--noCheck', ...modules);
  run('node_modules/tsx/dist/cli.mjs', 'build/command-modules.ts', outDir);
  run('node_modules/tsx/dist/cli.mjs', 'build/locales.ts', outDir);
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
  execFileSync(process.execPath, [script, ...args], { env });
}
