import { describe, expect, it } from 'vitest';
import { createCompany, openOffice } from '../../support/back-office.ts';
import { DAY } from '../../support/durations.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { draftOf, withSql } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

let now = Date.UTC(2026, 10, 21, 12);
const tested = useBackOffice({ clock: () => now });

describe('the option “Accessible in API”', () => {
  it('is off for a new dashboard, and stays on when the dashboard is saved again', async () => {
    const guid = await tested.create();
    expect(await tested.savedOf(guid)).toMatchObject({ accessible: false });
    expect((await tested.getToken(guid)).status).toBe(404);
    expect((await tested.share(guid, true)).status).toBe(200);
    expect(await tested.pageOf({ guid })).toContain('data-value="42"');
    expect((await tested.publish(guid, withSql('SELECT 7 AS n'))).status).toBe(200);
    expect(await tested.pageOf({ guid })).toContain('data-value="7"');
  });

  it('ends the tokens permanently when it is turned off', async () => {
    const guid = await tested.create();
    await tested.share(guid, true);
    const token = await (await tested.getToken(guid)).text();
    const statusOfToken = async (): Promise<number> =>
      (await fetch(`${tested.url}/Tdb/${token}`)).status;
    expect(await statusOfToken()).toBe(200);
    await tested.share(guid, false);
    expect([await statusOfToken(), (await tested.getToken(guid)).status]).toEqual([401, 404]);
    await tested.share(guid, true);
    expect([await statusOfToken(), (await tested.open(guid)).status]).toEqual([401, 200]);
  });
});

describe('the list', () => {
  it('counts the openings of the last seven days, with any token', async () => {
    const guid = await tested.create();
    await tested.share(guid, true);
    const countOpenings = async (): Promise<string | undefined> => {
      tested.office = await openOffice(tested.url, SETTINGS.adminPassword);
      const page = await (await tested.office.get('dashboards')).text();
      const row = page.split('<tr>').find((each) => each.includes(`dashboards/${guid}"`));
      return /<td class="number">(\d+)<\/td>/.exec(row!)?.[1];
    };
    // A load is noted before its page ends.
    for (const page of [await tested.open(guid), await tested.open(guid)]) await page.text();
    now += 6 * DAY;
    expect(await countOpenings()).toBe('2');
    now += DAY;
    expect(await countOpenings()).toBe('0');
  });

  it('makes a copy that is not accessible', async () => {
    const guid = await tested.create();
    await tested.share(guid, true);
    const { headers } = await tested.office.post(`dashboards/${guid}/duplicate`);
    const other = headers.get('location')!.split('/').at(-1)!;
    expect(other).not.toBe(guid);
    const [saved, made] = await Promise.all([tested.savedOf(guid), tested.savedOf(other)]);
    const title = `Copy of ${saved.draft.title}`;
    expect(made).toMatchObject({ accessible: false, draft: { ...saved.draft, title } });
    expect((await tested.getToken(other)).status).toBe(404);
  });

  it('names each dashboard with its company, and whether it is accessible', async () => {
    const guid = await tested.create(draftOf({ title: '<b>Listed</b>' }));
    const rowOf = async (): Promise<string> => {
      const page = await (await tested.office.get('dashboards')).text();
      return page.slice(page.indexOf(`dashboards/${guid}`)).split('</tr>')[0]!;
    };
    expect(await rowOf()).toMatch(/&lt;b&gt;Listed&lt;\/b&gt;[^]*Aurora Coffee Supply[^]*>no</);
    await tested.share(guid, true);
    expect(await rowOf()).toContain('Accessible');
  });

  it('omits a removed dashboard, and GetToken does not find it', async () => {
    const guid = await tested.create();
    await tested.share(guid, true);
    const token = await (await tested.getToken(guid)).text();
    expect((await tested.office.post(`dashboards/${guid}/remove`)).status).toBe(200);
    expect(await (await tested.office.get('dashboards')).text()).not.toContain(guid);
    expect((await fetch(`${tested.url}/Tdb/${token}`)).status).toBe(401);
    expect((await tested.getToken(guid)).status).toBe(404);
    expect((await tested.office.get(`dashboards/${guid}`)).status).toBe(404);
  });

  it('is a table on the page that the menu marks, and offers a new dashboard', async () => {
    const page = await (await tested.office.get('dashboards')).text();
    expect(page).toMatch(/<a href="[^"]*dashboards" aria-current="page"/);
    expect(page).toContain(
      '<div class="rows list" role="group" tabindex="0" aria-label="Dashboards">',
    );
    expect(page).toContain('<a class="button" href="dashboards/new">New dashboard</a>');
    expect(page).not.toContain('name="company"');
  });

  it('offers a new dashboard for each company', async () => {
    const { id: company } = await createCompany(tested.office, 'Second');
    expect(await (await tested.office.get('dashboards')).text()).toContain(
      `<option value="${company}">Second</option>`,
    );
    const guid = await tested.create(draftOf(), { companyId: company });
    expect(await tested.savedOf(guid)).toMatchObject({ company: { id: company, name: 'Second' } });
    expect((await tested.office.get(`dashboards/new?company=${company}`)).status).toBe(200);
    for (const unknown of ['999', '1.5', '99999999999']) {
      expect((await tested.office.get(`dashboards/new?company=${unknown}`)).status).toBe(404);
    }
  });
});
