import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabases } from '../../../service/src/start/open-databases.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { BORDER_ATTACKS, PGLITE_ATTACKS, WRITE_ATTACKS } from './border-attacks.ts';

const STATISTICS_OF_KEYS = `SELECT count(*) AS n FROM
  ts_stat('SELECT to_tsvector(api_key_hash) FROM dashboard_service.companies')`;
const figures = figuresDashboard(1, {
  quick: 'SELECT count(*) AS n FROM orders',
  ...BORDER_ATTACKS,
  ...PGLITE_ATTACKS,
  ...WRITE_ATTACKS,
  keys: STATISTICS_OF_KEYS,
  schema: `SELECT 1 / count(*) AS n FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = 'dashboard_service'`,
});

it('no SELECT of an author reaches the state, leaves its role, writes or locks', async () => {
  const options = { ...SETTINGS, database: 'memory:', dashboards: [figures] };
  const service = createDashboardService(options);
  const fetchText = async (path: string): Promise<string> =>
    (await service.fetch(new Request(`http://service.test${path}`))).text();
  const token = await fetchText(`/Api/GetToken/${service.apiKey}/anna/${figures.guid}`);
  const page = await fetchText(`/Tdb/${token}?whole`);
  await service.close();
  const ids = Object.keys(figures.definition.datasets);
  expect(ids.filter((id) => stateOf(page, id) !== 'error')).toEqual(['quick']);
});

it('a folder of an earlier version loses the functions that authors may not call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const earlier = await openDatabases({ kind: 'folder', folder }, PATIENCE_MS);
  await earlier.owned.execute('GRANT EXECUTE ON FUNCTION set_config, ts_stat(text) TO PUBLIC');
  await earlier.close();
  const { data, close } = await openDatabases({ kind: 'folder', folder }, PATIENCE_MS);
  onTestFinished(close);
  for (const sql of [PGLITE_ATTACKS.settings!, STATISTICS_OF_KEYS]) {
    await expect(data.read(sql, [], {})).rejects.toThrow('permission denied');
  }
});
