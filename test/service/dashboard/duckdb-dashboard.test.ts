import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createDatabaseFile, createFolder, createTables } from '../../support/duckdb-files.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { TestedBackOffice } from '../tested-service.ts';

const sales = figuresDashboard(1, {
  amount: 'SELECT sum(amount) AS n FROM sales WHERE id <= :Limit::int',
  write: 'DELETE FROM sales RETURNING id AS n',
  file: `SELECT count(*) AS n FROM read_text('/etc/hostname')`,
});
const named = figuresDashboard(2, {
  own: 'SELECT 1 AS n',
  named: 'SELECT count(*) AS n FROM sales',
});
named.definition.datasets.named!.connection = 'Files';

let folder: string;
let file: string;
let elsewhere: string;
const tested = new TestedBackOffice();

beforeAll(async () => {
  const ends: (() => void | Promise<void>)[] = [() => tested.close()];
  const onEnd = (end: (typeof ends)[number]): void => void ends.push(end);
  folder = await createTables(onEnd);
  file = await createDatabaseFile(onEnd);
  elsewhere = createFolder(onEnd);
  writeFileSync(join(folder, 'notes.txt'), 'a text, and not a database'.repeat(1000));
  await tested.start({
    dashboards: [sales, named],
    connectionFiles: [`1=${folder}`, `*=${file}`, `2=${elsewhere}`],
  });
  return async () => {
    for (const end of ends) await end();
  };
});

function askToken(connectionString: string, { guid } = sales): Promise<Response> {
  return fetch(
    `${tested.url}/Api/GetToken/${tested.service.apiKey}/anna/${guid}?SQLparameters=Limit=3`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ connectionString }),
    },
  );
}

async function openWith(connectionString: string, shown = sales): Promise<string> {
  const token = await (await askToken(connectionString, shown)).text();
  // A process of DuckDB may need some seconds for its start.
  return (await fetch(`${tested.url}/Tdb/${token}?whole`)).text();
}

it.each(['folder', 'file'])(
  'shows the data of a %s in the token request, and only reads',
  async (kind) => {
    const page = await openWith(`duckdb:${kind === 'folder' ? folder : file}`);
    expect(page).toContain('data-value="7.50"');
    expect([stateOf(page, 'write'), stateOf(page, 'file')]).toEqual(['error', 'error']);
  },
);

it('refuses another place, and does not repeat it', async () => {
  for (const path of [elsewhere, '/etc/passwd', '']) {
    const response = await askToken(`duckdb:${path}`);
    const body = await response.text();
    expect([response.status, body]).toEqual([
      400,
      expect.stringContaining('connection-not-allowed'),
    ]);
    expect(body).not.toMatch(/duckdb-files|passwd/);
  }
});

it('shows an error without the path for a missing file', async () => {
  const page = await openWith(`duckdb:${folder}/gone.duckdb`);
  expect(stateOf(page, 'amount')).toBe('error');
  expect(page).not.toContain('gone');
});

it('shows the data of a connection of the company, which is tested before it is saved', async () => {
  const save = (connectionString: string, changes = {}): Promise<Response> =>
    tested.office.post(
      'companies/1/connections',
      new URLSearchParams({ name: 'Files', connectionString, ...changes }),
    );
  expect(await (await save(`duckdb:${elsewhere}`)).text()).toContain('not allowed');
  for (const [path, reason] of [
    ['gone.duckdb', 'There is no such file or folder.'],
    ['notes.txt', 'The file is not a DuckDB database that can be read.'],
  ]) {
    const refusal = await save(`duckdb:${folder}/${path}`);
    const text = await refusal.text();
    expect([refusal.status, text]).toEqual([400, expect.stringContaining(`Not saved. ${reason}`)]);
    expect(text).not.toContain(path);
  }
  expect(await (await tested.office.get('companies/1')).text()).not.toContain('Files');
  expect((await save(`duckdb:${folder}/gone.duckdb`, { untested: 'on' })).status).toBe(303);
  expect((await save(`duckdb:${file}`)).status).toBe(303);
  const page = await openWith('', named);
  expect([stateOf(page, 'named'), stateOf(page, 'own')]).toEqual(['ready', 'ready']);
  expect(page).toContain('data-value="10"');
});
