import { expect, it } from 'vitest';
import { DataSources, DEMO_CONNECTION_STRING } from '../../../service/src/database/data-sources.ts';
import { DatabaseError } from '../../../service/src/database/database.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { parseServer } from '../../../service/src/database/server.ts';

const OWN = { dialect: OWN_DIALECT, read: async () => ({ columns: [], rows: [] }) };

/** Returns whether a connection string may name `server`, if `allowed` is the only server in the settings. */
function allows(allowed: string, server: string): boolean {
  const sources = new DataSources(OWN, { servers: [parseServer(allowed)!], limitMs: 1000 });
  return sources.allows(`postgres://ann:x@${server}/sales`, 1);
}

it.each([
  ['db.test', 'db.test', true],
  ['db.test', 'DB.test:5432', true],
  ['db.test', 'db.test:5433', false],
  ['db.test:5433', 'db.test:5433', true],
  ['db.test:5433', 'db.test', false],
  ['[::1]', '[::1]', true],
  ['db.test', 'other.test', false],
])('the setting %s and the server %s: %s', (allowed, server, isAllowed) => {
  expect(allows(allowed, server)).toBe(isAllowed);
});

it('tells the operator of a query that a server has ended, as a replica does', async () => {
  const outages: [code?: string, isOutage?: boolean][] = [];
  const failures = ['40001', '42703', 'time-limit'].map(
    (code) => new DatabaseError(code, 'failed'),
  );
  const read = (): Promise<never> => Promise.reject(failures.shift()!);
  const sources = new DataSources(
    { ...OWN, read },
    {
      ...{ servers: [], limitMs: 1000 },
      report: (event) => {
        if (event.kind === 'query') outages.push([event.failure, event.isOutage]);
      },
    },
  );
  const options = { owner: { companyId: 1, sessionId: 'anna' }, dataset: 'figures' };
  for (const _ of [...failures]) {
    await expect(sources.find(null, 1)!.read('SELECT 1', [], options)).rejects.toThrow('failed');
  }
  expect(outages).toEqual([
    ['40001', true],
    ['42703', false],
    ['time-limit', false],
  ]);
});

it('the service’s own data need no server', async () => {
  const rows = [{ n: 1 }];
  const own = { ...OWN, read: async () => ({ columns: [], rows }) };
  const sources = new DataSources(own, { servers: [], limitMs: 1000 });
  for (const connectionString of [null, DEMO_CONNECTION_STRING]) {
    const found = sources.find(connectionString, 1)!;
    expect((await found.read('SELECT 1', [], {})).rows).toBe(rows);
  }
  expect(sources.find('nonsense', 1)).toBe(null);
});
