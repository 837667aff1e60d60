import { expect, it } from 'vitest';
import { AuditStore } from '../../../service/src/state/audit-store.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import type { ServiceEvent } from '../../../service/src/telemetry/events.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';
import { openBox } from '../start/sealed-content.ts';

const DAYS = 24 * 60 * 60 * 1000;
const actor = { name: 'Anna', personId: 7 };

const { state } = await useDatabases();
let now = Date.now();
const events: ServiceEvent[] = [];

const audit = new AuditStore(
  state,
  () => now,
  (event) => events.push(event),
);
const count = async (): Promise<unknown> => {
  const [row] = await state.query('SELECT count(*)::int AS count FROM audit_entries');
  return row?.count;
};

it('refuses to change and to remove entries, until their retention has ended', async () => {
  now = Date.now() - 40 * DAYS;
  await audit.add({ actor, action: 'sign-in', companyId: null });
  now = Date.now();
  await audit.add({ actor, action: 'sign-in', companyId: null });
  await audit.sweep(60);
  expect(await count()).toBe(2);
  for (const sql of [
    'UPDATE audit_entries SET person = person',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    `DELETE FROM audit_entries WHERE at < now() - interval '30 days'`,
  ]) {
    await expect(state.query(sql)).rejects.toMatchObject({ code: '42501' });
  }
  await audit.sweep(30);
  expect(await count()).toBe(1);
  await expect(state.query('DELETE FROM audit_entries')).rejects.toMatchObject({ code: '42501' });
});

it('notes a change in the same statement: neither without the other', async () => {
  const companies = new CompanyStore(state, openBox(SECRET).box);
  const before = await count();
  const note = audit.note({
    actor,
    action: 'rename-company',
    companyId: 1,
    after: { name: 'B' },
  });
  events.length = 0;
  await companies.rename(999, 'B', note);
  expect([await count(), events]).toEqual([before, []]);
  const broken = audit.note({
    actor: { ...actor, name: null as never },
    action: 'publish',
    companyId: 1,
  });
  await expect(companies.create('Not made', broken)).rejects.toMatchObject({ code: '23502' });
  expect((await companies.names()).map(({ name }) => name)).not.toContain('Not made');
  const id = await companies.create(
    'Made',
    audit.note({ actor, action: 'create-company', companyId: null }),
  );
  await companies.rename(id, 'B', note);
  expect(await count()).toBe(Number(before) + 2);
  expect(events).toMatchObject([
    { kind: 'audit', action: 'create-company', person: 'Anna' },
    { kind: 'audit', action: 'rename-company', companyId: 1, after: { name: 'B' } },
  ]);
});
