import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** One line of a probe: a module that does not exist, in the room `from`. */
export interface Probe {
  /** The path of the probe, relative to the repository. */
  file: string;
  /** The module that it imports. */
  specifier: string;
  /** The import between rooms, as `from → to`. */
  arrow: string;
}

/** Returns the probes that the repository's linter permits by a rule. */
export async function findPermitted(probes: readonly Probe[], rule: string): Promise<Probe[]> {
  const folder = mkdtempSync(join(tmpdir(), 'probes-'));
  try {
    const places = writeProbes(folder, probes);
    for (const place of await lint(folder, rule)) places.delete(place);
    return [...places.values()];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the probes, and returns them by their places, as `file:line`. */
function writeProbes(folder: string, probes: readonly Probe[]): Map<string, Probe> {
  const places = new Map<string, Probe>();
  const texts = new Map<string, string>();
  for (const probe of probes) {
    const text = `${texts.get(probe.file) ?? ''}import '${probe.specifier}';\n`;
    texts.set(probe.file, text);
    places.set(`${probe.file}:${text.split('\n').length - 1}`, probe);
  }
  for (const [file, text] of texts) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return places;
}

/** Returns the places that the linter refuses by a rule. */
async function lint(folder: string, rule: string): Promise<string[]> {
  const text = readFileSync('.oxlintrc.json', 'utf8');
  const { plugins, jsPlugins, overrides } = JSON.parse(text) as Record<string, string[]>;
  const config = { plugins, jsPlugins: jsPlugins!.map((path) => resolve(path)), overrides };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, categories: {} }));
  const oxlint = resolve('node_modules/.bin/oxlint');
  const run = promisify(execFile)(oxlint, ['--format=unix'], { cwd: folder });
  // The linter ends with 1 if it finds something.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const faults = stdout.matchAll(/^(\S+:\d+):\d+: .*\((.*)\)\]$/gm);
  return Array.from(faults).flatMap(([, place, name]) => (name === rule ? [place!] : []));
}
