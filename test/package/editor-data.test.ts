import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APPLICATION, INSTALLED } from './packed-package.ts';

/** An entry that an editor suggests. */
interface Entry {
  name: string;
  values?: Entry[];
}

const WORDS = {
  theme: ['dark', 'auto'],
  loading: ['eager', 'lazy'],
  sizing: ['content'],
  credentials: ['same-origin', 'include', 'omit'],
};
const EVENTS = [
  'dashboard-load',
  'dashboard-expiring',
  'dashboard-refreshed',
  'dashboard-expired',
  'dashboard-logout',
  'dashboard-error',
  'dashboard-select',
];
const SLOTS = ['loading', 'expired', 'logged-out', 'failed'];
const PARTS = ['frame', 'backdrop', 'message', 'reload', 'login'];
const STATES = ['idle', 'loading', 'ready', 'refreshing', 'expired', 'logged-out', 'failed'];

const named = read('package.json');
const attributes = observedAttributes();

it('covers eighteen attributes', () => {
  expect(attributes).toHaveLength(18);
});

it('lists everything that the tag has in the manifest, which names a module of the package', () => {
  const [{ path, declarations }] = read(named.customElements).modules;
  const element = declarations.find(({ tagName }: { tagName?: string }) => tagName);
  expect(existsSync(`${INSTALLED}/${path}`)).toBe(true);
  expect(element.tagName).toBe('embedded-dashboard');
  expect(toNames(element.attributes)).toEqual(attributes);
  expect(toNames(element.events)).toEqual(EVENTS);
  expect(toNames(element.slots)).toEqual(SLOTS);
  expect(toNames(element.cssParts)).toEqual(PARTS);
  expect(toNames(element.cssStates)).toEqual(STATES);
});

it('lists everything that the tag has in the web types, which have the version of the package', () => {
  const types = read(named['web-types']);
  expect(types).toMatchObject({ name: named.name, version: named.version });
  const { html, css } = types.contributions;
  const [element] = html.elements;
  expect(element.name).toBe('embedded-dashboard');
  expect(toNames(element.attributes)).toEqual(attributes);
  expect(toWords(element.attributes)).toEqual(WORDS);
  expect(toNames(element.js.events)).toEqual(EVENTS);
  expect(toNames(element.js.properties)).toEqual(
    expect.arrayContaining(['getToken', 'headers', 'status', 'expiresAt', 'error']),
  );
  expect(toNames(element.slots)).toEqual(SLOTS);
  expect(toNames(css['pseudo-elements'])).toEqual(PARTS.map((part) => `part(${part})`));
  expect(toNames(css['pseudo-classes'])).toEqual(STATES.map((state) => `state(${state})`));
});

it('lists everything that the tag has in the custom data', () => {
  const [element] = read('vscode.html-custom-data.json').tags;
  expect(element.name).toBe('embedded-dashboard');
  expect(toNames(element.attributes)).toEqual(attributes);
  expect(toWords(element.attributes)).toEqual(WORDS);
  const text: string = element.description.value;
  expect(Array.from(text.matchAll(/^- `(.*?)`/gm), ([, name]) => name)).toEqual([
    ...EVENTS,
    ...SLOTS,
    ...PARTS.map((part) => `::part(${part})`),
    ...STATES.map((state) => `:state(${state})`),
  ]);
});

/** Returns the attributes that the class observes, read in plain Node. */
function observedAttributes(): string[] {
  const script = `import { EmbeddedDashboardElement } from 'embedded-dashboard/element';
    console.log(JSON.stringify(EmbeddedDashboardElement.observedAttributes));`;
  const args = ['--input-type=module', '--eval', script];
  const output = execFileSync(process.execPath, args, { cwd: APPLICATION, encoding: 'utf8' });
  return JSON.parse(output) as string[];
}

// The generated files have no types.
function read(path: string): any {
  return JSON.parse(readFileSync(`${INSTALLED}/${path}`, 'utf8'));
}

function toNames(entries: Entry[]): string[] {
  return entries.map(({ name }) => name);
}

/** Returns the values of the attributes with a fixed list of values. */
function toWords(entries: Entry[]): Record<string, string[]> {
  return Object.fromEntries(
    entries.flatMap(({ name, values }) => (values?.length ? [[name, toNames(values)]] : [])),
  );
}
