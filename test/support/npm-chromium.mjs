import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The package's own folder: another version of the package is unpacked again. */
const PACKAGE = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/', import.meta.url));
const HOME = `${PACKAGE}headless-shell/`;
const UNPACK = `import('@sparticuz/chromium').then(({ default: it }) => it.executablePath())`;
/** Starts the browser with its own libraries and fonts. In the environment of a test, other programs would get them. */
const START = `#!/bin/sh
export LD_LIBRARY_PATH='${HOME}al2023/lib' FONTCONFIG_PATH='${HOME}fonts'
exec '${HOME}chromium' "$@"
`;

/**
 * Returns the path of the headless shell of an npm package, for Linux on x64.
 * @returns {string}
 */
export function findNpmChromium() {
  if (!existsSync(HOME)) unpack();
  return `${HOME}start`;
}

/**
 * Unpacks the package into a folder of its own, and renames that. Several processes may do this at the same
 * time, and a killed process leaves no incomplete browser.
 */
function unpack() {
  const folder = mkdtempSync(`${PACKAGE}unpacking-`);
  // The package contains the system's libraries, but unpacks them only if the second variable is set.
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
  execFileSync(process.execPath, ['--input-type=module', '--eval', UNPACK], { cwd: PACKAGE, env });
  const fonts = `${folder}/fonts/fonts.conf`;
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', HOME));
  writeFileSync(`${folder}/start`, START, { mode: 0o755 });
  try {
    renameSync(folder, HOME);
  } catch (error) {
    rmSync(folder, { recursive: true });
    // Another process was faster.
    if (!existsSync(HOME)) throw error;
  }
}
