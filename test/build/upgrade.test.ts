import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'test/upgrade';
/** The members that Lit and the browser call. */
const INTERNAL =
  /^(properties|renderRoot|connectedCallback|disconnectedCallback|willUpdate|updated|constructor|fromAttribute)$/;
/** The entries whose types serve one framework each. `test/frameworks` has their applications. */
const FRAMEWORK = /\/(react|react18|preact|solid|vue|svelte)$/;
const DECLARED = /^export (?:declare )?(?:class|interface|type|function|const) (\w+)/gm;
const MEMBER = /^ {4}(?:static |readonly |get )*(?:(\w+)|'([\w-]+)')\??[:(]/gm;

/** Returns the names that an entry declares, by entry. */
function readNames(path: string): Map<string, Set<string>> {
  const sections = readFileSync(path, 'utf8').split(/^# /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.split('\n')[0]!,
      new Set(
        [...section.matchAll(DECLARED), ...section.matchAll(MEMBER)].map(
          ([, name, quoted]) => name ?? quoted!,
        ),
      ),
    ]),
  );
}

const released = readNames(`${FOLDER}/public-api.txt`);

it('has an application that uses each name of the released API', () => {
  const code = readdirSync(`${FOLDER}/application`)
    .map((name) => readFileSync(`${FOLDER}/application/${name}`, 'utf8'))
    .join('\n');
  const words = new Set(code.match(/[\w-]+/g));
  const unused = [...released].flatMap(([entry, names]) =>
    FRAMEWORK.test(entry)
      ? []
      : [...names].filter((name) => !INTERNAL.test(name) && !words.has(name)),
  );
  expect(unused).toEqual([]);
});

it('still has each entry and name of the released API', () => {
  const current = readNames('generated/public-api.txt');
  const lost = [...released].flatMap(([entry, names]) =>
    [...names].filter((name) => !current.get(entry)?.has(name)).map((name) => `${entry}: ${name}`),
  );
  expect(released.size).toBeGreaterThan(10);
  expect(lost).toEqual([]);
});
