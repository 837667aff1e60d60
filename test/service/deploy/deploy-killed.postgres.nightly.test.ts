import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Dashboard } from '../../../service/src/dashboard/definition.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { spawnService } from '../service-process.ts';
import { COMPANY, DeployedCompany } from './deployed-company.ts';

const POINTS = 20;
const COUNT = 10;
/** Each run changes the dashboards, and removes an author's and adds another one: one more row for each of both. */
const CHANGES = COUNT + 2;

/** The lock at which a run stops, in its n-th change of a row. */
const LOCK = '(4611, 67)';
const STOPPING = `
  CREATE SCHEMA stopping;
  CREATE SEQUENCE stopping.changes;
  CREATE TABLE stopping.point (change integer NOT NULL);
  INSERT INTO stopping.point VALUES (0);
  CREATE FUNCTION stopping.stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('stopping.changes') = (SELECT change FROM stopping.point) THEN
      PERFORM pg_advisory_xact_lock${LOCK};
    END IF;
    RETURN coalesce(NEW, OLD);
  END $$;
  CREATE TRIGGER stop BEFORE INSERT OR UPDATE OR DELETE ON dashboard_service.dashboards
  FOR EACH ROW EXECUTE FUNCTION stopping.stop();`;
const WAITING = `
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND (classid, objid) = ${LOCK}`;

let company: DeployedCompany;
let observer: pg.Client;

beforeAll(async () => {
  company = await DeployedCompany.open();
  observer = new pg.Client(company.address);
  await observer.connect();
});

afterAll(async () => {
  await observer.end();
  await company.close();
});

/** Kills the command while the server runs its n-th change. */
async function killAt(change: number): Promise<void> {
  await observer.query('ALTER SEQUENCE stopping.changes RESTART');
  await observer.query('UPDATE stopping.point SET change = $1', [change]);
  await observer.query(`SELECT pg_advisory_lock${LOCK}`);
  const child = spawnService(
    {
      DATABASE_URL: company.address,
      SERVICE_SECRET: 'a-secret-of-the-tests',
      SERVICE_API_KEY: 'demo-key',
      SERVICE_ADMIN_PASSWORD: 'correct horse',
      SERVICE_CONNECTIONS: '2',
    },
    [],
    ['deploy', company.folder, '--company', COMPANY, '--publish', '--remove'],
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const pid = async (): Promise<unknown> => (await observer.query(WAITING)).rows[0]?.pid;
  await expect.poll(async () => (await pid()) ?? child.exitCode).toEqual(expect.any(Number));
  expect(child.exitCode).toBeNull();
  const backend = await pid();
  child.kill('SIGKILL');
  await ended;
  await observer.query(`SELECT pg_advisory_unlock${LOCK}`);
  const isGone = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid = $1';
  await expect
    .poll(async () => (await observer.query(isGone, [backend])).rows[0].count as number)
    .toBe(0);
}

/** Returns a dashboard whose figure has a value. */
const dashboardOf = (number: number, value: number): Dashboard =>
  figuresDashboard(number, { figure: `SELECT ${value} AS n` });

it(`can be killed at ${POINTS} points: everything or nothing is changed`, async () => {
  await company.clear();
  const old = dashboardOf(100, 0);
  await company.dashboards.create(company.id, old, 'anna');
  await observer.query(STOPPING);
  for (let point = 1; point <= POINTS; point += 1) {
    company.empty();
    const dashboards = Array.from({ length: COUNT }, (_, index) => dashboardOf(index + 1, point));
    const added = dashboardOf(100 + point, point);
    const named = [...dashboards, added].map((each) => [each.title.replaceAll(' ', '-'), each]);
    company.write(Object.fromEntries(named) as Record<string, Dashboard>);
    const before = await company.read();
    const change = 1 + Math.floor(((point - 1) * (CHANGES - 1)) / (POINTS - 1));
    await killAt(change);
    expect([change, await company.read()]).toEqual([change, before]);
    const lines = await company.deploy({ publishes: true, removes: true });
    expect(lines).toHaveLength(CHANGES);
    const after = await company.dashboards.findAll(company.id);
    expect(after.map(({ definition }) => definition)).toEqual(
      [...dashboards, added].map(({ definition }) => definition),
    );
  }
});
