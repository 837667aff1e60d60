import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../service/src/dashboard/dashboard-draft.ts';
import type { Database } from '../../../service/src/database/database.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { ExportKey } from '../../../service/src/transfer/export-key.ts';
import { importDatabase } from '../../../service/src/transfer/import-database.ts';
import { ExportReader } from '../../../service/src/transfer/read-export.ts';
import { toContext } from '../../../service/src/transfer/records.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SECRET, testDatabase } from '../../support/test-database.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';
import {
  exportText,
  fillState,
  guidOf,
  HOST,
  PASSPHRASE,
  readRows,
  startFirst,
  type StateRows,
} from './exported-content.ts';

type Line = Record<string, unknown>;

const secrets = openBox(SECRET);
/** A line that stops a terminal or a log at once would be another fault. */
const ONE_LINE = /^Nothing was imported\.[^\p{C}]*$/u;

let target: Databases;
let key: ExportKey;
/** The lines of a file with secrets. */
let lines: Line[];
let before: StateRows;
/** The rows that the file was made from. */
let exported: StateRows;

beforeAll(async () => {
  const source = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  await fillState(source.state, secrets);
  exported = await readRows(source.state, secrets);
  const text = await exportText(source.state, secrets, PASSPHRASE);
  await source.close();
  lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const header = lines[0]!.secrets as { salt: string; check: string };
  key = (await ExportKey.open(PASSPHRASE, header))!;
  target = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  await startFirst(target.state, secrets);
  before = await readRows(target.state, secrets);
});

afterAll(() => target.close());

/** Imports a text. */
async function importText(text: string | Uint8Array, withKey: ExportKey | null): Promise<unknown> {
  const reader = await ExportReader.open(Readable.from([Buffer.from(text)]));
  return target.state.exclusively((locked) =>
    importDatabase(locked, reader.records(withKey), {
      ...{ box: secrets.box, key: withKey, apiKey: 'demo-key' },
      allows: (address) => address.includes(`@${HOST}/`),
    }),
  );
}

/** Imports a text, and returns what the operator reads. Nothing may be left of it. */
async function refusalOf(text: string | Uint8Array, withKey: ExportKey | null): Promise<string> {
  const refusal = await importText(text, withKey).then(
    () => 'imported',
    (error: Error) => `${error.name} ${error.message}`,
  );
  expect(await readRows(target.state, secrets)).toEqual(before);
  return refusal;
}

/** Returns the text of lines with the right end, which only a person with the passphrase can write. */
function toText(changed: readonly Line[]): string {
  let mark = '';
  const texts = changed.map((line) => {
    const records = changed.length - 2;
    const text = JSON.stringify(line.kind === 'end' ? { ...line, records, mark } : line);
    mark = key.mark(text, mark);
    return `${text}\n`;
  });
  return texts.join('');
}

/** Returns the file with the first line of a kind replaced; without it for `null`. */
function replaceLine(kind: string, change: (line: Line) => Line | Line[], at = 0): string {
  const index = lines.flatMap((line, place) => (line.kind === kind ? [place] : []))[at]!;
  return toText(lines.toSpliced(index, 1, ...[change(structuredClone(lines[index]!))].flat()));
}

const withFields = (kind: string, fields: Line, at?: number) => () =>
  replaceLine(kind, (line) => ({ ...line, ...fields }), at);
const withDefinition = (change: (definition: Line) => Line) => () =>
  replaceLine('dashboard', (line) => ({ ...line, definition: change(line.definition as Line) }));
const whole = (): string => toText(lines);
const swapped = (): string => {
  const [one, other] = lines.filter(({ kind }) => kind === 'connection') as [Line, Line];
  return toText(
    lines.map((line) => {
      if (line === one) return { ...line, connectionString: other.connectionString };
      return line === other ? { ...line, connectionString: one.connectionString } : line;
    }),
  );
};
const withAddress = (address: string) => (): string =>
  replaceLine('connection', (line) => {
    const context = toContext(line as Parameters<typeof toContext>[0]);
    return { ...line, connectionString: key.seal(address, context) };
  });

const SECRET_FAULT = /Line \d+: the secret was changed, or belongs to another record\.$/;
const CHANGED = /The file was changed after it was exported\.$/;
const NOT_ALLOWED = /Line \d+: the connection string of “.*” is not allowed: its server must be/;

/** The inputs: their texts, the refusals, and whether the passphrase is known. */
const HOSTILE: Record<string, [text: () => string | Uint8Array, refusal: RegExp, hasKey?: true]> = {
  'an empty file': [() => '', /This is not an export/],
  'another JSON file': [() => '{"dashboards":[]}\n', /This is not an export/],
  'a picture': [() => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe), /is not UTF-8/],
  'a file of NUL': [() => '\0'.repeat(1000), /This is not an export/],
  'another version': [
    () => toText([{ ...lines[0], version: 2, service: '1.4.0', more: true }, ...lines.slice(1)]),
    /version 2 of the format, and this service reads version 1\. Version 1\.4\.0 of the service reads it\.$/,
  ],
  'a version with code for a terminal': [
    () => toText([{ ...lines[0], version: 2, service: '1.\u001b[31m' }, ...lines.slice(1)]),
    /This is not an export/,
  ],
  'a header with another cost of scrypt': [
    () => toText([{ ...lines[0], secrets: { ...(lines[0]!.secrets as Line), N: 2 ** 40 } }]),
    /Line 1: secrets: Unrecognized key/,
  ],
  'a truncated file': [
    () => whole().slice(0, whole().lastIndexOf('\n', whole().length - 2)),
    /is incomplete/,
  ],
  'a line that is cut': [() => whole().slice(0, -10), /Line \d+: This is not JSON/],
  'a line that is missing': [
    () =>
      lines
        .toSpliced(5, 1)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    /The file has \d+ records, but it says \d+\.$/,
  ],
  'lines after the end': [
    () => `${whole()}${JSON.stringify(lines[1])}\n`,
    /Nothing may follow the end/,
  ],
  'a line that never ends': [
    () => `${whole().slice(0, -1)}${' '.repeat(9 * 2 ** 20)}`,
    /is too long/,
  ],
  'deep arrays': [
    () => `${toText(lines.slice(0, 1))}${'['.repeat(100_000)}\n`,
    /Line 2: This is not JSON/,
  ],
  'bytes that are not UTF-8': [
    () => Buffer.concat([Buffer.from(toText(lines.slice(0, 2))), Buffer.from([0xc3, 0x28, 0x0a])]),
    /Line \d+: This is not UTF-8/,
  ],
  'an unknown kind': [withFields('draft', { kind: 'robot' }), /Line \d+: kind: Invalid/],
  'an unknown field': [
    withFields('company', { isAdministrator: true }),
    /Line \d+: the record: Unrecognized key/,
  ],
  'a field of another type': [
    withFields('dashboard', { accessible: 'yes' }),
    /Line \d+: accessible: /,
  ],
  'a date that is none': [
    withFields('version', { savedAt: '2026-02-30T00:00:00Z' }),
    /Line \d+: savedAt: /,
  ],
  'a date of SQL': [withFields('draft', { savedAt: 'infinity' }), /Line \d+: savedAt: /],
  'a version that is too large': [
    withFields('dashboard', { version: 2 ** 31 }),
    /Line \d+: version: /,
  ],
  'a GUID with SQL': [withFields('draft', { guid: `${guidOf(1)}'; --` }), /Line \d+: guid: /],
  'NUL in a name': [
    withFields('company', { name: 'A\0B' }),
    /Line \d+: name: Remove the characters/,
  ],
  'a lone surrogate in a name': [
    withFields('connection', { name: '\ud800' }),
    /Line \d+: name: Remove/,
  ],
  'a name that is empty': [withFields('company', { name: ' ' }), /Line \d+: /],
  'the same company twice': [() => replaceLine('company', (line) => [line, line]), /there twice/],
  'the same dashboard twice': [
    () => replaceLine('dashboard', (line) => [line, line]),
    /there twice/,
  ],
  'a dashboard in two companies': [
    () => replaceLine('dashboard', (line) => [line, { ...line, companyId: 2 }]),
    /there twice/,
  ],
  'the same version twice': [() => replaceLine('version', (line) => [line, line]), /there twice/],
  'the same API key twice': [
    () =>
      toText(
        lines.map((line) =>
          line.kind === 'company' && line.removedAt === null
            ? { ...line, apiKey: key.seal('one-key', toContext(line as never)) }
            : line,
        ),
      ),
    /there twice, or its key is/,
    true,
  ],
  'a dashboard of nobody': [withFields('dashboard', { companyId: 77 }), /that is not in the file/],
  'a version of no dashboard': [
    withFields('version', { guid: guidOf(77) }),
    /that is not in the file/,
  ],
  'a version later than the published one': [
    withFields('version', { version: 99 }),
    /is not earlier/,
  ],
  'a draft of the dashboard of another company': [
    withFields('draft', { companyId: 1 }),
    /another company/,
  ],
  'content of a deleted company': [
    withFields('dashboard', { companyId: 4 }),
    /A deleted company has content/,
  ],
  'a definition without SQL': [
    withDefinition((definition) => ({ ...definition, datasets: { data: {} } })),
    /Line \d+: the editor refuses “Delivery”, datasets\.0\.sql: /,
  ],
  'a definition with another field': [
    withDefinition((definition) => ({ ...definition, '\u001b[31m\n': '<script>' })),
    /Line \d+: the editor refuses “Delivery”, as a whole: Remove “\uFFFD\[31m\uFFFD”/,
  ],
  'a definition with a title of its own': [
    withDefinition((definition) => ({ ...definition, title: 'Delivery' })),
    /Line \d+: the editor refuses “Delivery”, title: There is no such field\./,
  ],
  'a definition that is a list': [
    withDefinition(() => [] as unknown as Line),
    /Line \d+: definition/,
  ],
  'a person with a role that does not exist': [
    withFields('person', { roles: [{ companyId: null, role: 'owner' }] }),
    /Line \d+: roles\.0\.role: /,
  ],
  'a role in a company that is not there': [
    withFields('person', { roles: [{ companyId: 77, role: 'reader' }] }),
    /that is not in the file/,
  ],
  'two people of one name': [
    () => replaceLine('person', (line) => [line, { ...line, id: 900 }]),
    /there twice, or its key is/,
  ],
  'a removed person with a role': [
    withFields('person', { removedAt: '2026-11-01T00:00:00Z' }),
    /A removed person has a role/,
  ],
  'the password of another person': [
    () => withFields('person', { password: key.seal('{}', '["person",900]') })(),
    SECRET_FAULT,
    true,
  ],
  'a draft that no editor sends': [
    withFields('draft', { content: { title: 7 } }),
    /the editor refuses this draft/,
  ],
  'a connection string to a server that is not listed': [
    withAddress('postgres://a:b@evil.example.com/app'),
    NOT_ALLOWED,
    true,
  ],
  'a connection string to a file': [withAddress('duckdb:/etc/passwd'), NOT_ALLOWED, true],
  'swapped connection strings': [swapped, SECRET_FAULT, true],
  'a secret that is changed': [
    () =>
      replaceLine('connection', ({ connectionString, ...line }) => ({
        ...line,
        connectionString: String(connectionString).replace(/^./, (one) =>
          one === 'A' ? 'B' : 'A',
        ),
      })),
    SECRET_FAULT,
    true,
  ],
  'a secret that was never encrypted': [
    withFields('connection', { connectionString: 'postgres://a' }),
    /Line \d+: connectionString/,
  ],
  'an API key for an address': [
    () =>
      replaceLine('company', (line) => ({
        ...line,
        apiKey: key.seal('../x', toContext(line as never)),
      })),
    /the API key cannot be part of a URL/,
    true,
  ],
  'a title that was changed without the passphrase': [
    () => whole().replace('Dashboard 3', 'Dashboard 4'),
    CHANGED,
    true,
  ],
  'two lines in another order': [
    () => {
      const [header, first, second, ...others] = whole().split('\n');
      return [header, second, first, ...others].join('\n');
    },
    CHANGED,
    true,
  ],
};

it.each(Object.entries(HOSTILE))(
  'refuses %s in one line, and imports nothing',
  async (_, [text, refusal, hasKey]) => {
    const told = await refusalOf(text(), hasKey ? key : null);
    expect(told).toMatch(/^RefusedFileError /);
    expect(told.slice('RefusedFileError '.length)).toMatch(ONE_LINE);
    expect(told).toMatch(refusal);
  },
);

it('knows a wrong passphrase at once', async () => {
  const header = lines[0]!.secrets as { salt: string; check: string };
  expect(await ExportKey.open(`${PASSPHRASE} `, header)).toBeNull();
});

it.each<[string, (stores: ReturnType<typeof storesOf>, guid: string) => Promise<unknown>]>([
  ['a renamed company', ({ companies }) => companies.rename(1, 'Renamed')],
  ['another company', ({ companies }) => companies.create('New')],
  ['a deleted company', ({ companies }) => companies.remove(1)],
  ['a replaced key', ({ keys }) => keys.replace(1, 'planned')],
  ['a connection', ({ connections }) => connections.save(1, 'Own', 'postgres://a:b@c/d')],
  [
    'a new dashboard',
    async ({ dashboards }, guid) => {
      const found = await dashboards.find(guid);
      await dashboards.create(1, { ...found!, guid: guidOf(99) }, 'editor');
    },
  ],
  [
    'a dashboard of an author from a version that noted no editor',
    async ({ dashboards }, guid) => {
      const found = await dashboards.find(guid);
      await dashboards.create(1, { ...found!, guid: guidOf(99) });
    },
  ],
  [
    'a published dashboard',
    async ({ dashboards }, guid) =>
      dashboards.save(guid, 1, (await dashboards.find(guid))!, 'editor'),
  ],
  ['a dashboard that is not shared', ({ dashboards }, guid) => dashboards.share(guid, false)],
  [
    'a draft',
    ({ drafts }, guid) =>
      drafts.save({
        ...{ guid, companyId: 1, version: 0, publishedVersion: 1, editor: 'editor' },
        draft: EMPTY_DRAFT,
      }),
  ],
  ['a person', ({ people }) => people.invite('Anna', { companyId: null, role: 'reader' })],
  [
    'a token',
    ({ tokens }, dashboardGuid) =>
      tokens.issue({
        ...{ apiKey: 'demo-key', sessionId: 's', dashboardGuid, sqlParameters: {} },
        ...{ connectionString: null, user: null, organization: null, customInfo: null },
      }),
  ],
])('refuses a database that has %s', async (_, use) => {
  const undone = target.state.exclusively(async (locked) => {
    const stores = storesOf(locked as Database, secrets);
    await use(stores, String(before.dashboards![0]!.guid));
    const reader = await ExportReader.open(Readable.from([Buffer.from(whole())]));
    await importDatabase(locked, reader.records(null), {
      ...{ box: secrets.box, key: null, apiKey: 'demo-key', allows: () => true },
    });
  });
  await expect(undone).rejects.toThrow('Nothing was imported. The database is not empty.');
  expect(await readRows(target.state, secrets)).toEqual(before);
});

// The last test, because it fills the database.
it('imports the same file without a change, with each row as it was', async () => {
  await importText(whole(), key);
  expect(await readRows(target.state, secrets)).toEqual(exported);
  await expect(importText(whole(), key)).rejects.toThrow('The database is not empty.');
});
