import { beforeEach, expect, it } from 'vitest';
import { createCompany } from '../../support/back-office.ts';
import { draftOf, withSql } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

let company: { id: number; apiKey: string };
let guid: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  company = await createCompany(tested.office, `Old & Sons ${count}`);
  guid = await tested.create(draftOf(withSql('SELECT 42 AS n')), { companyId: company.id });
  await tested.share(guid, true);
});

const getToken = () => fetch(`${tested.url}/Api/GetToken/${company.apiKey}/anna/${guid}`);
const openWith = async (token: string) => (await fetch(`${tested.url}/Tdb/${token}`)).status;
const remove = (name: string) =>
  tested.office.post(`companies/${company.id}/remove`, new URLSearchParams({ name }));
const statusOf = async (path: string) => (await tested.office.get(path)).status;

it('deletes a company whose name was typed, and ends what it has', async () => {
  const token = await (await getToken()).text();
  expect(await openWith(token)).toBe(200);
  const answer = await remove(` Old & Sons ${count} `);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '../../companies']);
  expect([await openWith(token), (await getToken()).status]).toEqual([401, 401]);
  expect(await statusOf(`companies/${company.id}`)).toBe(404);
  expect(await statusOf(`dashboards/${guid}`)).toBe(404);
  const logout = await fetch(`${tested.url}/Api/Logout/${company.apiKey}/anna`);
  expect(logout.status).toBe(401);
  for (const list of ['companies', 'dashboards']) {
    const page = await (await tested.office.get(list)).text();
    expect(page).toContain('Aurora Coffee Supply');
    expect(page).not.toContain('Old &amp; Sons');
  }
});

it.each(['', 'old & sons', 'Aurora Coffee Supply'])('deletes nothing for “%s”', async (name) => {
  const answer = await remove(name.replace('sons', `sons ${count}`));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Nothing was deleted.');
  expect(await openWith(await (await getToken()).text())).toBe(200);
});
