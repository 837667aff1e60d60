import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { packPackage } from '../support/pack-package.ts';

/** The folder of an application that has installed the package. */
export const APPLICATION = resolve('test-results/application');
/** The package in it, as npm puts it there. */
export const INSTALLED = `${APPLICATION}/node_modules/embedded-dashboard`;
/** The packed package. */
export const TARBALL = `${APPLICATION}/embedded-dashboard.tgz`;

/** Packs the package once, and installs it, before all tests of its project. */
export function setup(): void {
  makeApplication('application');
  mkdirSync(INSTALLED, { recursive: true });
  packPackage(TARBALL);
  execFileSync('tar', ['-xzf', TARBALL, '--strip-components=1', '-C', INSTALLED]);
}

/** Makes an application with some packages from the registry or from files. Returns its folder. */
export function makeApplication(name: string, ...packages: readonly string[]): string {
  const folder = resolve(`test-results/${name}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/src`, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
  // Without this file, bundlers find the one of this repository, which leads to the sources.
  writeFileSync(`${folder}/tsconfig.json`, '{}');
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages];
  if (packages.length > 0) execFileSync('npm', install, { cwd: folder, stdio: 'pipe' });
  return folder;
}
