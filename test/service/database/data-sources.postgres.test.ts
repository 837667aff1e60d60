import { expect, it } from 'vitest';
import type { DataSource } from '../../../service/src/database/database.ts';
import { DataSources } from '../../../service/src/database/data-sources.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';

const OWN: DataSource = { dialect: OWN_DIALECT, read: async () => ({ columns: [], rows: [] }) };
const CONNECTIONS = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'dashboard-service'`;

it('ends the connections to other servers when it closes, and refuses later queries', async () => {
  const database = await testDatabase();
  const { hostname: host, port } = new URL(database);
  const sources = new DataSources(OWN, [{ host, port: Number(port) }], 1000);
  const source = sources.find(database, 1)!;
  const read = (): Promise<unknown> => source.read('SELECT 1 AS n', [], {});
  expect(await read()).toMatchObject({ rows: [{ n: 1 }] });
  expect(await runSql(database, CONNECTIONS)).toEqual([{ count: 1 }]);
  await sources.close();
  await expect.poll(() => runSql(database, CONNECTIONS)).toEqual([{ count: 0 }]);
  await expect(read()).rejects.toMatchObject({ code: 'closed' });
});
