import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { BORDER_ATTACKS } from './border-attacks.ts';

/** Reads a table without the readers' role, by a function that runs its text as a query. */
const statisticsOf = (query: string): string =>
  `WITH r AS MATERIALIZED (SELECT set_config('role', 'none', true))
   SELECT count(*) AS n FROM r, ts_stat('${query}')`;

it('no SELECT of an author reaches the state, because state and data are two instances of PGlite', async () => {
  const figures = figuresDashboard(1, {
    // The SQL does leave the role: authors must not see this table.
    left: statisticsOf('SELECT to_tsvector(version::text) FROM demo_version'),
    ...BORDER_ATTACKS,
    keys: statisticsOf('SELECT to_tsvector(api_key_hash) FROM dashboard_service.companies'),
    schema: `SELECT 1 / count(*) AS n FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname = 'dashboard_service'`,
  });
  const service = createDashboardService({ ...SETTINGS, dashboards: [figures] });
  const fetchText = async (path: string): Promise<string> =>
    (await service.fetch(new Request(`http://service.test${path}`))).text();
  const token = await fetchText(`/Api/GetToken/${service.apiKey}/anna/${figures.guid}`);
  const page = await fetchText(`/Tdb/${token}`);
  await service.close();
  const ids = Object.keys(figures.definition.datasets);
  const ready = ids.filter((id) => stateOf(page, id) !== 'error');
  expect(ready).toEqual(['left']);
});
