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
  rmSync(APPLICATION, { recursive: true, force: true });
  mkdirSync(INSTALLED, { recursive: true });
  packPackage(TARBALL);
  execFileSync('tar', ['-xzf', TARBALL, '--strip-components=1', '-C', INSTALLED]);
  writeFileSync(`${APPLICATION}/package.json`, '{ "type": "module" }');
  // Without this file, bundlers find the one of this repository, which leads to the sources.
  writeFileSync(`${APPLICATION}/tsconfig.json`, '{}');
}
