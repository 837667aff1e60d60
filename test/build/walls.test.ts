import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

/** The rooms of the house, with a folder of each. A new folder of `src` is a new room. */
const ROOMS = new Map([
  ...readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }): [string, string] => [name, `src/${name}`]),
  ['service', 'service/src'],
  ['demo', 'demo/playground'],
]);

/** The only folder of the service that may import a room, by its public name. */
const BROWSER_SCRIPTS = 'service/src/page/browser';

const probes = mkdtempSync(join(tmpdir(), 'walls-'));

afterAll(() => rmSync(probes, { recursive: true }));

/** Returns the imports between rooms in the drawing of CONTRIBUTING.md, as `from → to`. */
function drawnImports(): string[] {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const [, drawing = ''] = /^## The house$.*?^```\n(.*?)^```$/ms.exec(text)!;
  return drawing.split('\n').flatMap((line) => {
    const parts = line.split(/(──▶|◀──)/).map((part) => part.trim());
    const [names, arrows] = [0, 1].map((start) => parts.filter((_, at) => at % 2 === start));
    return arrows!.map((arrow, at) => {
      const [left, right] = names!.slice(at, at + 2);
      return arrow === '──▶' ? `${left} → ${right}` : `${right} → ${left}`;
    });
  });
}

/** Returns the imports between rooms that the linter permits: it checks files that import all other rooms. */
async function permittedImports(): Promise<string[]> {
  const { rules: _, options: __, ...config } = readConfig();
  writeFileSync(join(probes, '.oxlintrc.json'), JSON.stringify({ ...config, categories: {} }));
  const imports = new Map<string, string>();
  const probe = (from: string, folder: string, toName: (folder: string, to: string) => string) => {
    const others = [...ROOMS].filter(([to]) => to !== from);
    const lines = others.map(([to, other]) => `import '${toName(other, to)}';`);
    mkdirSync(join(probes, folder), { recursive: true });
    writeFileSync(join(probes, folder, 'probe.ts'), lines.join('\n'));
    others.forEach(([to], at) => imports.set(`${folder}/probe.ts:${at + 1}`, `${from} → ${to}`));
  };
  for (const [from, folder] of ROOMS) {
    probe(from, folder, (other) => `${relative(folder, other)}/any.ts`);
  }
  const toPublic = (_folder: string, to: string): string => `embedded-dashboard/${to}`;
  probe('service', 'service/src/api', toPublic);
  probe('service', BROWSER_SCRIPTS, toPublic);
  for (const place of await refusedPlaces()) imports.delete(place);
  return Array.from(imports, ([place, arrow]) =>
    place.startsWith('service/') && !place.startsWith(BROWSER_SCRIPTS)
      ? `${place}: ${arrow}`
      : arrow,
  );
}

function readConfig(): Record<string, unknown> {
  return JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Record<string, unknown>;
}

/** Returns the lines of the probes that the linter refuses, as `file:line`. */
async function refusedPlaces(): Promise<string[]> {
  const oxlint = join(process.cwd(), 'node_modules/.bin/oxlint');
  const run = promisify(execFile)(oxlint, ['--format=unix'], { cwd: probes });
  // The linter ends with 1 if it finds something.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const refused = stdout.matchAll(/^(\S+:\d+):\d+: .*no-restricted-imports/gm);
  return Array.from(refused, ([, place]) => place!);
}

test('the drawing of the house has an arrow for each import that the linter permits, and no other', async () => {
  const isRoom = (name: string): boolean => ROOMS.has(name);
  const drawn = drawnImports().filter((arrow) => arrow.split(' → ').every(isRoom));
  expect(new Set(drawn)).toEqual(new Set(await permittedImports()));
});
