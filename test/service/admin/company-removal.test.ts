import { expect, it } from 'vitest';
import { createCompany } from '../../support/back-office.ts';
import { draftOf } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const tested = useBackOffice();

it('deletes a company whose name was typed, and ends what it has', async () => {
  const { id, apiKey } = await createCompany(tested.office, 'Old & Sons');
  const guid = await tested.create(draftOf(), { companyId: id });
  await tested.share(guid, true);
  const getToken = () => fetch(`${tested.url}/Api/GetToken/${apiKey}/anna/${guid}`);
  const open = async (token: string) => (await fetch(`${tested.url}/Tdb/${token}`)).status;
  const remove = (name: string) =>
    tested.office.post(`companies/${id}/remove`, new URLSearchParams({ name }));
  const token = await (await getToken()).text();

  for (const name of ['', 'old & sons', 'Aurora Coffee Supply']) {
    const refused = await remove(name);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('Nothing was deleted.'),
    ]);
  }
  expect(await open(token)).toBe(200);

  const answer = await remove(' Old & Sons ');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '../../companies']);
  expect([await open(token), (await getToken()).status]).toEqual([401, 401]);
  expect((await fetch(`${tested.url}/Api/Logout/${apiKey}/anna`)).status).toBe(401);
  for (const path of [`companies/${id}`, `dashboards/${guid}`]) {
    expect((await tested.office.get(path)).status).toBe(404);
  }
  for (const list of ['companies', 'dashboards']) {
    const page = await (await tested.office.get(list)).text();
    expect(page).toContain('Aurora Coffee Supply');
    expect(page).not.toContain('Old &amp; Sons');
  }
});
