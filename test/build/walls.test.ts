import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { findPermitted, type Probe } from './linted-probes.ts';

/** The rooms of the house, with a folder of each. A new folder of `src` or `command/src` is a new room. */
const ROOMS = new Map([
  ...['src', 'command/src'].flatMap((top) =>
    readdirSync(top, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }): [string, string] => [name, `${top}/${name}`]),
  ),
  ['service', 'service/src'],
  ['demo', 'demo/playground'],
]);

/** The only folder of the service that may import a room, by its public name. */
const BROWSER_SCRIPTS = 'service/src/page/browser';

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

/** Returns the imports between rooms that the linter permits, of probes that import all other rooms. */
async function permittedImports(): Promise<string[]> {
  const probeAll = (
    from: string,
    folder: string,
    toSpecifier: (folder: string, to: string) => string,
  ): Probe[] =>
    [...ROOMS]
      .filter(([to]) => to !== from)
      .map(([to, other]) => ({
        file: `${folder}/probe.ts`,
        specifier: toSpecifier(other, to),
        // Only the browser scripts may import a room: any other place of the service shows in the difference.
        arrow: `${from === 'service' && folder !== BROWSER_SCRIPTS ? `${folder}: ` : ''}${from} → ${to}`,
      }));
  const toPublic = (_folder: string, to: string): string => `embedded-dashboard/${to}`;
  const probes = [...ROOMS].flatMap(([from, folder]) =>
    probeAll(from, folder, (other) => `${relative(folder, other)}/any.ts`),
  );
  probes.push(...probeAll('service', 'service/src/api', toPublic));
  probes.push(...probeAll('service', BROWSER_SCRIPTS, toPublic));
  const permitted = await findPermitted(probes, 'no-restricted-imports');
  return permitted.map(({ arrow }) => arrow);
}

test('the drawing of the house has an arrow for each import that the linter permits, and no other', async () => {
  const isRoom = (name: string): boolean => ROOMS.has(name);
  const drawn = drawnImports().filter((arrow) => arrow.split(' → ').every(isRoom));
  expect(new Set(drawn)).toEqual(new Set(await permittedImports()));
});
