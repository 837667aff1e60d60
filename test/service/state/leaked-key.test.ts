import { expect, it, onTestFinished } from 'vitest';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { openDatabases } from '../../../service/src/start/open-databases.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { DashboardStore } from '../../../service/src/state/dashboard-store.ts';
import { type IssuedToken, TokenStore } from '../../../service/src/state/token-store.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SECRET, testDatabase } from '../../support/test-database.ts';

it('a token that is issued while a leaked key is replaced opens nothing', async () => {
  const { state, close } = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  onTestFinished(close);
  const box = new SecretBox(SECRET);
  const keys = new ApiKeys(state, box, Date.now);
  const tokens = new TokenStore(state, box, () => 600, Date.now);
  const dashboard = figuresDashboard(1, {});
  const id = await new CompanyStore(state, box).create('Leaked');
  await new DashboardStore(state, Date.now).create(id, dashboard);
  await keys.replace(id, 'planned');
  const { token } = (await tokens.issue({
    apiKey: (await keys.reveal(id))!,
    sessionId: 's',
    dashboardGuid: dashboard.guid,
    sqlParameters: {},
    connectionString: null,
    user: null,
    organization: null,
    customInfo: null,
  })) as IssuedToken;
  await keys.replace(id, 'leaked');
  // The replacement does not see the token of a call that has not ended.
  await state.query('UPDATE tokens SET invalidated_at = NULL');
  expect(await tokens.open(token)).toBe('forbidden');
});
