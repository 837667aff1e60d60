import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished } from 'vitest';
import { PgliteThread } from '../../../service/src/database/postgres/pglite-thread.ts';
import { toDatabaseFolder } from '../../../service/src/process/data-folder.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { BORDER_ATTACKS, PGLITE_ATTACKS, WRITE_ATTACKS } from './border-attacks.ts';

const figures = figuresDashboard(1, {
  quick: 'SELECT count(*) AS n FROM orders',
  ...BORDER_ATTACKS,
  ...PGLITE_ATTACKS,
  ...WRITE_ATTACKS,
  keys: `SELECT count(*) AS n FROM ts_stat('SELECT to_tsvector(api_key_hash) FROM dashboard_service.companies')`,
  schema: `SELECT 1 / count(*) AS n FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = 'dashboard_service'`,
});

/** Returns the datasets that a service can run. */
async function findReady(database: string): Promise<string[]> {
  const service = createDashboardService({ ...SETTINGS, database, dashboards: [figures] });
  const fetchText = async (path: string): Promise<string> =>
    (await service.fetch(new Request(`http://service.test${path}`))).text();
  const token = await fetchText(`/Api/GetToken/${service.apiKey}/anna/${figures.guid}`);
  const page = await fetchText(`/Tdb/${token}?whole`);
  await service.close();
  const ids = Object.keys(figures.definition.datasets);
  return ids.filter((id) => stateOf(page, id) !== 'error');
}

it('no SELECT of an author reaches the state, leaves its role, writes or locks', async () => {
  expect(await findReady('memory:')).toEqual(['quick']);
});

it('the same holds for a folder of an earlier version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await findReady(folder);
  const thread = new PgliteThread({ folder: toDatabaseFolder(folder, 'data') });
  await thread.execute('GRANT EXECUTE ON FUNCTION set_config, ts_stat(text) TO PUBLIC');
  await thread.close();
  expect(await findReady(folder)).toEqual(['quick']);
});
