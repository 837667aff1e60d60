import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dashboard } from '../../../service/src/dashboard/definition.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { spawnService } from '../service-process.ts';
import { KillingDatabase } from '../start/killed-command.ts';
import { COMPANY, DeployedCompany } from './deployed-company.ts';

const POINTS = 20;
const COUNT = 10;
/** Each run changes the dashboards, and removes an author's and adds another one: one more row for each of both. */
const CHANGES = COUNT + 2;

let company: DeployedCompany;
let killing: KillingDatabase;

beforeAll(async () => {
  company = await DeployedCompany.open();
});

afterAll(async () => {
  await killing.close();
  await company.close();
});

const startDeploy = () =>
  spawnService(
    {
      ...{ DATABASE_URL: company.address, SERVICE_SECRET: 'a-secret-of-the-tests' },
      ...{ SERVICE_API_KEY: 'demo-key', SERVICE_ADMIN_PASSWORD: 'correct horse' },
      SERVICE_CONNECTIONS: '2',
    },
    [],
    ['deploy', company.folder, '--company', COMPANY, '--publish', '--remove'],
  );

/** Returns a dashboard whose figure has a value. */
const dashboardOf = (number: number, value: number): Dashboard =>
  figuresDashboard(number, { figure: `SELECT ${value} AS n` });

it(`can be killed at ${POINTS} points: everything or nothing is changed`, async () => {
  await company.clear();
  const old = dashboardOf(100, 0);
  await company.dashboards.create(company.id, old, 'anna');
  killing = await KillingDatabase.open(
    company.address,
    ['dashboards'],
    'INSERT OR UPDATE OR DELETE',
  );
  for (let point = 1; point <= POINTS; point += 1) {
    company.empty();
    const dashboards = Array.from({ length: COUNT }, (_, index) => dashboardOf(index + 1, point));
    const added = dashboardOf(100 + point, point);
    const named = [...dashboards, added].map((each) => [each.title.replaceAll(' ', '-'), each]);
    company.write(Object.fromEntries(named) as Record<string, Dashboard>);
    const before = await company.read();
    const change = 1 + Math.floor(((point - 1) * (CHANGES - 1)) / (POINTS - 1));
    await killing.kill(change, startDeploy);
    expect([change, await company.read()]).toEqual([change, before]);
    const lines = await company.deploy({ publishes: true, removes: true });
    expect(lines).toHaveLength(CHANGES);
    const after = await company.dashboards.findAll(company.id);
    expect(after.map(({ definition }) => definition)).toEqual(
      [...dashboards, added].map(({ definition }) => definition),
    );
  }
});
