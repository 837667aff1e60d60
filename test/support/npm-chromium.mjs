import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The package's own folder: another version of the package is unpacked again. */
const PACKAGE = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/', import.meta.url));
const HOME = `${PACKAGE}unpacked/`;
const UNPACK = `import('@sparticuz/chromium').then(({ default: it }) => it.executablePath())`;

/**
 * Returns the path of the Chromium of an npm package, and sets the variables that it needs.
 * @returns {string}
 */
export function findNpmChromium() {
  if (!existsSync(HOME)) unpack();
  process.env.LD_LIBRARY_PATH = `${HOME}al2023/lib`;
  process.env.FONTCONFIG_PATH = `${HOME}fonts`;
  return `${HOME}chromium`;
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
  try {
    renameSync(folder, HOME);
  } catch (error) {
    rmSync(folder, { recursive: true });
    // Another process was faster.
    if (!existsSync(HOME)) throw error;
  }
}
