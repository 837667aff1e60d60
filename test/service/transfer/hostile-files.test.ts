import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../service/src/dashboard/dashboard-draft.ts';
import type { Database, Statements } from '../../../service/src/database/database.ts';
import { ExportKey } from '../../../service/src/transfer/export-key.ts';
import { importDatabase } from '../../../service/src/transfer/import-database.ts';
import { ExportReader } from '../../../service/src/transfer/read-export.ts';
import { toContext } from '../../../service/src/transfer/records.ts';
import { ExportText } from '../../../service/src/transfer/write-export.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';
import { openBox, storesOf } from '../start/sealed-content.ts';
import {
  dashboardOf,
  exportText,
  fillState,
  guidOf,
  HOST,
  PASSPHRASE,
  readRows,
  startFirst,
} from './exported-content.ts';

type Line = Record<string, unknown>;

const secrets = openBox(SECRET);
/** A line that stops a terminal or a log at once would be another fault. */
const ONE_LINE = /^RefusedFileError Nothing was imported\.[^\p{C}]*$/u;

const { state } = await useDatabases();
await fillState(state, secrets);
/** The rows that the file was made from. */
const exported = await readRows(state, secrets);
/** A file with secrets, its lines and its key. */
const whole = await exportText(state, secrets, PASSPHRASE);
const lines = whole
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);
const [header] = lines as [Line & { secrets: { salt: string; check: string } }];
const key = (await ExportKey.open(PASSPHRASE, header.secrets))!;

await state.execute('TRUNCATE companies, people CASCADE');
await startFirst(state, secrets);
/** The rows of the database into which the files are imported. */
const before = await readRows(state, secrets);

async function importText(
  into: Statements,
  text: string | Uint8Array,
  withKey: ExportKey | null,
): Promise<unknown> {
  const reader = await ExportReader.open(Readable.from([Buffer.from(text)]));
  return importDatabase(into, reader.records(withKey), {
    ...{ box: secrets.box, key: withKey, apiKey: 'demo-key' },
    allows: (address) => address.includes(`@${HOST}/`),
  });
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

/** Returns the file with the first line of a kind replaced. */
function replaceLine(kind: string, change: (line: Line) => Line | Line[]): string {
  const index = lines.findIndex((line) => line.kind === kind);
  return toText(lines.toSpliced(index, 1, ...[change(structuredClone(lines[index]!))].flat()));
}

const withFields = (kind: string, fields: Line): string =>
  replaceLine(kind, (line) => ({ ...line, ...fields }));
const withHeader = (fields: Line): string => toText([{ ...header, ...fields }, ...lines.slice(1)]);
const withDefinition = (fields: Line): string =>
  replaceLine('dashboard', (line) => ({
    ...line,
    definition: { ...(line.definition as Line), ...fields },
  }));
const sealFor = (line: Line, text: string): string => key.seal(text, toContext(line as never));
const [one, other] = lines.filter(({ kind }) => kind === 'connection') as [Line, Line];
const [, second = '', third = ''] = whole.split('\n');

const SECRET_FAULT = /Line \d+: the secret was changed, or belongs to another record\.$/;
const CHANGED = /The file was changed after it was exported\.$/;
const NOT_THERE = /that is not in the file/;
const TWICE = /there twice, or its key is/;

/** The inputs: their texts, the refusals, and whether the passphrase is known. */
const HOSTILE: Record<string, [text: string | Uint8Array, refusal: RegExp, hasKey?: true]> = {
  'an empty file': ['', /This is not an export/],
  'another JSON file': ['{"dashboards":[]}\n', /This is not an export/],
  'another version': [
    withHeader({ version: 2, service: '1.4.0', more: true }),
    /version 2 of the format, and this service reads version 1\. Version 1\.4\.0 of the service reads it\.$/,
  ],
  'a version with code for a terminal': [
    withHeader({ version: 2, service: '1.\u001b[31m' }),
    /This is not an export/,
  ],
  'a header with another cost of scrypt': [
    withHeader({ secrets: { ...header.secrets, N: 2 ** 40 } }),
    /Line 1: secrets: Unrecognized key/,
  ],
  'a truncated file': [toText(lines.slice(0, -1)), /is incomplete/],
  'a line that is cut': [whole.slice(0, -10), /Line \d+: This is not JSON/],
  'a line that is missing': [
    whole.replace(`${second}\n`, ''),
    /The file has \d+ records, but it says \d+\.$/,
  ],
  'lines after the end': [`${whole}${second}\n`, /Nothing may follow the end/],
  'a line that never ends': [`${whole.slice(0, -1)}${' '.repeat(9 * 2 ** 20)}`, /is too long/],
  'bytes that are not UTF-8': [
    Buffer.concat([Buffer.from(toText(lines.slice(0, 2))), Buffer.from([0xc3, 0x28, 0x0a])]),
    /Line \d+: This is not UTF-8/,
  ],
  'an unknown kind': [withFields('draft', { kind: 'robot' }), /Line \d+: kind: Invalid/],
  'an unknown field': [
    withFields('company', { isAdministrator: true }),
    /Line \d+: the record: Unrecognized key/,
  ],
  'a date of SQL': [withFields('draft', { savedAt: 'infinity' }), /Line \d+: savedAt: /],
  'a version that is too large': [
    withFields('dashboard', { version: 2 ** 31 }),
    /Line \d+: version: /,
  ],
  'a GUID with SQL': [withFields('draft', { guid: `${guidOf(1)}'; --` }), /Line \d+: guid: /],
  'NUL in a name': [withFields('company', { name: 'A\0B' }), /Line \d+: name: Remove the char/],
  'a name that is empty': [withFields('company', { name: ' ' }), /Line \d+: /],
  'the same dashboard twice': [replaceLine('dashboard', (line) => [line, line]), TWICE],
  'the same API key twice': [
    toText(
      lines.map((line) =>
        line.kind === 'company' && line.removedAt === null
          ? Object.assign({}, line, { apiKey: sealFor(line, 'one-key') })
          : line,
      ),
    ),
    TWICE,
    true,
  ],
  'two people of one name': [replaceLine('person', (line) => [line, { ...line, id: 900 }]), TWICE],
  'a dashboard of nobody': [withFields('dashboard', { companyId: 77 }), NOT_THERE],
  'a role in a company that is not there': [
    withFields('person', { roles: [{ companyId: 77, role: 'reader' }] }),
    NOT_THERE,
  ],
  'a role that does not exist': [
    withFields('person', { roles: [{ companyId: null, role: 'owner' }] }),
    /Line \d+: roles\.0\.role: /,
  ],
  'a removed person with a role': [
    withFields('person', { removedAt: '2026-11-01T00:00:00Z' }),
    /A removed person has a role/,
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
    withDefinition({ datasets: { data: {} } }),
    /Line \d+: the editor refuses “Delivery”, datasets\.0\.sql: /,
  ],
  'a definition with another field': [
    withDefinition({ '\u001b[31m\n': '<script>' }),
    /Line \d+: the editor refuses “Delivery”, as a whole: Remove “\uFFFD\[31m\uFFFD”/,
  ],
  'a definition with a title of its own': [
    withDefinition({ title: 'Delivery' }),
    /Line \d+: the editor refuses “Delivery”, title: There is no such field\./,
  ],
  'a draft that no editor sends': [
    withFields('draft', { content: { title: 7 } }),
    /the editor refuses this draft/,
  ],
  'a connection string to a server that is not listed': [
    withFields('connection', {
      connectionString: sealFor(one, 'postgres://a:b@evil.example.com/app'),
    }),
    /Line \d+: the connection string of “.*” is not allowed: its server must be/,
    true,
  ],
  'the connection string of another connection': [
    withFields('connection', { connectionString: other.connectionString }),
    SECRET_FAULT,
    true,
  ],
  'the password of another person': [
    withFields('person', { password: key.seal('{}', '["person",900]') }),
    SECRET_FAULT,
    true,
  ],
  'a secret that is changed': [
    withFields('connection', {
      connectionString: String(one.connectionString).replace(/^./, (sign) =>
        sign === 'A' ? 'B' : 'A',
      ),
    }),
    SECRET_FAULT,
    true,
  ],
  'an API key for an address': [
    replaceLine('company', (line) => ({ ...line, apiKey: sealFor(line, '../x') })),
    /the API key cannot be part of a URL/,
    true,
  ],
  'a title that was changed without the passphrase': [
    whole.replace('Dashboard 3', 'Dashboard 4'),
    CHANGED,
    true,
  ],
  'two lines in another order': [
    whole.replace(`${second}\n${third}`, `${third}\n${second}`),
    CHANGED,
    true,
  ],
};

it.each(Object.entries(HOSTILE))(
  'refuses %s in one line, and imports nothing',
  async (_, [text, refusal, hasKey]) => {
    const importing = state.exclusively((locked) => importText(locked, text, hasKey ? key : null));
    const told = await importing.then(
      () => 'imported',
      (error: Error) => `${error.name} ${error.message}`,
    );
    expect(told).toMatch(ONE_LINE);
    expect(told).toMatch(refusal);
    expect(await readRows(state, secrets)).toEqual(before);
  },
);

it('knows a wrong passphrase at once', async () => {
  expect(await ExportKey.open(`${PASSPHRASE} `, header.secrets)).toBeNull();
});

const guid = String(before.dashboards![0]!.guid);

it.each<[string, (stores: ReturnType<typeof storesOf>) => Promise<unknown>]>([
  ['a renamed company', ({ companies }) => companies.rename(1, 'Renamed')],
  ['another company', ({ companies }) => companies.create('New')],
  ['a deleted company', ({ companies }) => companies.remove(1)],
  ['a replaced key', ({ keys }) => keys.replace(1, 'planned')],
  ['a connection', ({ connections }) => connections.save(1, 'Own', 'postgres://a:b@c/d')],
  [
    'a dashboard of an author from a version that noted no editor',
    async ({ dashboards }) =>
      dashboards.create(1, { ...(await dashboards.find(guid))!, guid: guidOf(99) }),
  ],
  [
    'a dashboard of the demo that an editor has made again',
    async ({ dashboards }) => {
      const found = (await dashboards.find(guid))!;
      await dashboards.remove(guid);
      await dashboards.create(1, found, 'editor');
    },
  ],
  [
    'a published dashboard',
    async ({ dashboards }) => dashboards.save(guid, 1, (await dashboards.find(guid))!, 'editor'),
  ],
  ['a dashboard that is not shared', ({ dashboards }) => dashboards.share(guid, false)],
  [
    'a draft',
    ({ drafts }) =>
      drafts.save({
        ...{ guid, companyId: 1, version: 0, publishedVersion: 1, editor: 'editor' },
        draft: EMPTY_DRAFT,
      }),
  ],
  ['a person', ({ people }) => people.invite('Anna', { companyId: null, role: 'reader' })],
  [
    'a token',
    ({ tokens }) =>
      tokens.issue({
        ...{ apiKey: 'demo-key', sessionId: 's', dashboardGuid: guid, sqlParameters: {} },
        ...{ connectionString: null, user: null, organization: null, customInfo: null },
      }),
  ],
])('refuses a database that has %s', async (_, use) => {
  const undone = state.exclusively(async (locked) => {
    await use(storesOf(locked as Database, secrets));
    await importText(locked, whole, null);
  });
  await expect(undone).rejects.toThrow('Nothing was imported. The database is not empty.');
  expect(await readRows(state, secrets)).toEqual(before);
});

// From here on, the database is full.
it('imports the same file without a change, with each row as it was', async () => {
  await state.exclusively((locked) => importText(locked, whole, key));
  expect(await readRows(state, secrets)).toEqual(exported);
});

it('says which dashboards an import will refuse: programs give what no editor saves', async () => {
  const { dashboards } = storesOf(state, secrets);
  const { definition, ...dashboard } = dashboardOf(guidOf(500), 'By a program');
  const large = { ...definition, subtitle: 'x'.repeat(9 * 2 ** 20) };
  await dashboards.create(1, { ...dashboard, definition: { ...definition, currency: 'coins' } });
  await dashboards.create(1, {
    ...dashboard,
    guid: guidOf(501),
    title: 'Large',
    definition: large,
  });
  const text = await ExportText.create(state, secrets.box, null);
  for await (const line of text.lines(new Date())) expect(line).toMatch(/\n$/);
  expect(text.refusals).toEqual([
    'the editor refuses “By a program”, currency: Choose an ISO 4217 currency, such as EUR.',
    '“Large” is too large.',
    'the editor refuses “Large”, subtitle: Shorten it to 300 characters.',
  ]);
});
