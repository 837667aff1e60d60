import { expect, it } from 'vitest';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { CompanyStore, DEMO_COMPANY_ID } from '../../../service/src/state/company-store.ts';
import { DashboardStore } from '../../../service/src/state/dashboard-store.ts';
import { type IssuedToken, TokenStore } from '../../../service/src/state/token-store.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';

const CONNECTION = 'postgres://me:secret@db.example.com/data';
const dashboard = figuresDashboard(1, {});

const { state } = await useDatabases();
const box = new SecretBox(SECRET);
let now = Date.UTC(2026, 10, 21);
const time = [() => 600, () => now] as const;
const dashboards = new DashboardStore(state, () => now);
const tokens = new TokenStore(state, box, ...time);
const companies = new CompanyStore(state, box);
await companies.keepDemoCompany('Demo', 'key', [dashboard]);

async function issue(
  sessionId: string,
  dashboardGuid = dashboard.guid,
  connectionString: string | null = CONNECTION,
  apiKey = 'key',
): Promise<string> {
  const issued = await tokens.issue({
    apiKey,
    sessionId,
    dashboardGuid,
    sqlParameters: {},
    connectionString,
    user: null,
    organization: null,
    customInfo: null,
  });
  return (issued as IssuedToken).token;
}

const sealedStrings = async (): Promise<number> => {
  const [row] = await state.query(
    'SELECT count(connection_string_sealed)::int AS kept FROM tokens',
  );
  return row!.kept as number;
};

it('keeps a connection string, sealed, only until its token ends', async () => {
  const ways: [way: string, reason: string, end: () => Promise<unknown>][] = [
    ['logout', 'signed-out', () => tokens.invalidate(DEMO_COMPANY_ID, 'anna')],
    [
      'made inaccessible',
      'forbidden',
      async () => {
        await dashboards.share(dashboard.guid, false);
        await dashboards.share(dashboard.guid, true);
      },
    ],
    [
      'expired',
      'expired',
      async () => {
        now += 600_000;
        await tokens.sweep();
      },
    ],
    ['removed', 'expired', () => dashboards.remove(dashboard.guid)],
  ];
  for (const [way, reason, end] of ways) {
    const token = await issue('anna');
    expect(await tokens.open(token), way).toMatchObject({ connectionString: CONNECTION });
    expect(await sealedStrings(), way).toBe(1);
    await end();
    expect(await tokens.open(token), way).toBe(reason);
    expect(await sealedStrings(), way).toBe(0);
  }
});

it('returns the connection strings of a session at its logout, once', async () => {
  const own = { ...dashboard, guid: crypto.randomUUID() };
  await dashboards.create(DEMO_COMPANY_ID, own);
  const strings = [CONNECTION, CONNECTION, `${CONNECTION}2`, null];
  const [token] = await Promise.all(strings.map((each) => issue('carl', own.guid, each)));
  await issue('dora', own.guid, `${CONNECTION}3`);
  expect(await tokens.open(token!)).toMatchObject({ version: 1 });
  const ended = await tokens.invalidate(DEMO_COMPANY_ID, 'carl');
  expect([...ended].toSorted()).toEqual([CONNECTION, `${CONNECTION}2`]);
  expect(await tokens.invalidate(DEMO_COMPANY_ID, 'carl')).toEqual(new Set());
});

it('keeps a token shut that was being issued while its dashboard was made inaccessible', async () => {
  const own = { ...dashboard, guid: crypto.randomUUID() };
  await dashboards.create(DEMO_COMPANY_ID, own);
  const token = await issue('anna', own.guid);
  await dashboards.share(own.guid, false);
  await dashboards.share(own.guid, true);
  // The change did not see the token, because it was not saved yet.
  await state.query('UPDATE tokens SET invalidated_at = NULL');
  expect(await tokens.open(token)).toBe('forbidden');
  expect(await tokens.open(await issue('anna', own.guid))).toHaveProperty('dashboard');
});

it('opens no token that was being issued while a leaked key was replaced', async () => {
  const keys = new ApiKeys(state, box, () => now);
  const own = { ...dashboard, guid: crypto.randomUUID() };
  const id = await companies.create('Leaked');
  await dashboards.create(id, own);
  await keys.replace(id, 'planned');
  const token = await issue('anna', own.guid, null, (await keys.reveal(id))!);
  await keys.replace(id, 'leaked');
  // The replacement did not see the token, because it was not saved yet.
  await state.query('UPDATE tokens SET invalidated_at = NULL');
  expect(await tokens.open(token)).toBe('forbidden');
});

it('opens no dashboard of another company that has the guid of a removed one', async () => {
  const own = { ...dashboard, guid: crypto.randomUUID() };
  const keys = new ApiKeys(state, box, () => now);
  const id = await companies.create('Removed');
  await dashboards.create(id, own);
  await keys.replace(id, 'planned');
  const token = await issue('anna', own.guid, CONNECTION, (await keys.reveal(id))!);
  expect(await tokens.open(token)).toMatchObject({ connectionString: CONNECTION });
  await companies.remove(id);
  await dashboards.create(DEMO_COMPANY_ID, own);
  expect(await tokens.open(token)).toBe('expired');
});

it('refuses a token whose connection string cannot be read, and opens one without', async () => {
  const own = { ...dashboard, guid: crypto.randomUUID() };
  await dashboards.create(DEMO_COMPANY_ID, own);
  const other = new SecretBox('another secret of the tests');
  const withOtherSecret = new TokenStore(state, other, ...time);
  const token = await issue('anna', own.guid);
  expect(await withOtherSecret.open(token)).toBe('expired');
  const plain = await issue('anna', own.guid, null);
  expect(await withOtherSecret.open(plain)).toMatchObject({ connectionString: null });
});

it('does not sweep a live token', async () => {
  await dashboards.create(DEMO_COMPANY_ID, dashboard);
  const token = await issue('bob');
  now += 599_999;
  await tokens.sweep();
  expect(await tokens.open(token)).toHaveProperty('dashboard');
});

it('does not extend the lifetime of a token when the clock is set back', async () => {
  now += 86_400_000;
  const token = await issue('eve');
  now -= 86_400_000;
  await tokens.sweep();
  now += 7_199_000;
  expect(await tokens.open(token)).toHaveProperty('dashboard');
  now += 1000;
  expect(await tokens.open(token)).toBe('expired');
});
