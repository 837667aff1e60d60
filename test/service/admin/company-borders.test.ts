import { beforeAll, describe, expect, it } from 'vitest';
import type { EditorStart } from '../../../service/src/admin/dashboards/editor-wire.ts';
import type { Role } from '../../../service/src/state/rights.ts';
import { type BackOffice, createCompany } from '../../support/back-office.ts';
import { enterAs, invite } from '../../support/people.ts';
import { useBackOffice } from '../tested-service.ts';
import { callOf, draftOf } from './draft-calls.ts';

const tested = useBackOffice({ connectionHosts: ['db.example.com'] });

interface Company {
  id: number;
  apiKey: string;
  /** A dashboard that is published, and has a draft with another title. */
  guid: string;
}

let aurora: Company;
let borealis: Company;
let zephyr: Company;

beforeAll(async () => {
  aurora = await create('Aurora');
  borealis = await create('Borealis');
  zephyr = await create('Zephyr');
});

async function create(name: string): Promise<Company> {
  const { id, apiKey } = await createCompany(tested.office, name);
  const guid = await tested.create(draftOf({ title: `${name} published` }), { companyId: id });
  await tested.share(guid, true);
  const draft = callOf(draftOf({ title: `${name} draft` }), { companyId: id });
  expect((await tested.office.post(`dashboards/${guid}/draft`, draft)).status).toBe(200);
  const connectionString = 'postgres://reader:pa55word@db.example.com/data';
  const connection = { name: `${name} warehouse`, connectionString, untested: 'on' };
  await tested.office.post(`companies/${id}/connections`, new URLSearchParams(connection));
  const token = await fetch(`${tested.url}/Api/GetToken/${apiKey}/anna/${guid}`);
  expect(token.status).toBe(200);
  return { id, apiKey, guid };
}

/** Begins a session of a new person with a role in companies. */
async function enterWith(role: Role, ...companies: Company[]): Promise<BackOffice> {
  const [first, ...more] = companies;
  const invited = { name: crypto.randomUUID(), role, companyId: first!.id };
  const person = await invite(tested.office, invited);
  for (const company of more) {
    const form = new URLSearchParams({ company: String(company.id), role });
    await tested.office.post(`people/${person.id}/role`, form);
  }
  return enterAs(tested.url, person);
}

const read = async (office: BackOffice, path: string): Promise<string> =>
  (await office.get(path)).text();

describe('a reader of two companies', () => {
  let office: BackOffice;
  beforeAll(async () => {
    office = await enterWith('reader', aurora, borealis);
  });

  it('sees the numbers of both, and no other', async () => {
    for (const page of ['connections', 'connections.csv']) {
      const text = await read(office, `statistics/${page}`);
      expect(text).toMatch(/Aurora[^]*Borealis/);
      expect(text).not.toContain('Zephyr');
    }
    expect(await read(office, 'statistics/connections')).toContain('<strong>2</strong> tokens');
    expect(await read(tested.office, 'statistics/connections')).toContain(
      '<strong>3</strong> tokens',
    );
  });

  it('sees published titles in the list, and no draft, company page or button', async () => {
    const list = await read(office, 'dashboards');
    expect(list).toMatch(/Aurora published[^]*Borealis published/);
    expect(list).not.toMatch(
      / draft|Zephyr|Duplicate|New dashboard|companies\/|Unpublished|Actions/,
    );
    expect(await read(office, 'dashboards?search=draft')).not.toContain('Aurora published');
    expect(await read(office, `dashboards?search=e&company=${zephyr.id}`)).not.toContain('Zephyr');
  });

  it('sees the published version of a dashboard, without the editor', async () => {
    const page = await read(office, `dashboards/${aurora.guid}`);
    expect(page).toContain('Aurora published');
    expect(page).not.toMatch(/editor-start| draft/);
    const answer = await office.post(`dashboards/${aurora.guid}/view`, {});
    const { html, missing } = (await answer.json()) as { html: string; missing: string[] };
    expect([html.includes('data-value="42"'), missing]).toEqual([true, []]);
  });

  it('sees the API code with a placeholder', async () => {
    const page = await read(office, `dashboards/${aurora.guid}/api-code`);
    expect(page).toContain('&lt;API_KEY&gt;');
    expect(page).not.toMatch(/Insert the API key|reveal"/);
    expect(page).not.toContain(aurora.apiKey);
  });
});

it('a dashboard that requires a value is shown after the reader gives one', async () => {
  const draft = draftOf({
    datasets: [{ name: 'counted', sql: 'SELECT :region AS n' }],
    requiredParameters: ['Region'],
  });
  const parameters = { region: '7' };
  const guid = await tested.create(draft, { companyId: aurora.id, parameters });
  const office = await enterWith('reader', aurora);
  expect(await read(office, `dashboards/${guid}`)).toContain('name="region"');
  const without = await (await office.post(`dashboards/${guid}/view`, {})).json();
  expect(without).toEqual({ missing: ['Region'] });
  const given = await office.post(`dashboards/${guid}/view`, { parameters });
  expect(((await given.json()) as { html: string }).html).toContain('data-value="7"');
});

describe('an author of one company', () => {
  let office: BackOffice;
  beforeAll(async () => {
    office = await enterWith('author', aurora);
  });

  it('does not use the connection of another company', async () => {
    const datasets = [{ name: 'counted', sql: 'SELECT 1 AS n', connection: 'Zephyr warehouse' }];
    const call = callOf(draftOf({ datasets }), { companyId: aurora.id });
    const answer = (await (await office.post('dashboards/preview', call)).json()) as object;
    expect(answer).toMatchObject({ samples: {}, problems: [{ path: 'datasets.0.connection' }] });
  });

  it('sees the names of the own connections only', async () => {
    const page = await read(office, `dashboards/${aurora.guid}`);
    const [, json] = /id="editor-start">(.*?)<\/script>/s.exec(page)!;
    const start = JSON.parse(json!) as EditorStart;
    expect([start.connections, start.mayPublish]).toEqual([['Aurora warehouse'], false]);
  });

  it('does not reach the dashboard of another with a call that names the own company', async () => {
    const publisher = await enterWith('publisher', aurora);
    const before = await tested.savedOf(zephyr.guid);
    for (const call of ['draft', 'publish']) {
      for (const version of [0, 1]) {
        const sent = callOf(draftOf(), { companyId: aurora.id, version, draftVersion: 1 });
        const answer = await publisher.post(`dashboards/${zephyr.guid}/${call}`, sent);
        expect([call, answer.status]).toEqual([call, 404]);
      }
    }
    expect(await tested.savedOf(zephyr.guid)).toEqual(before);
  });

  it('does not overwrite a draft of another that was never published', async () => {
    const guid = crypto.randomUUID();
    const theirs = callOf(draftOf({ title: 'Theirs' }), { companyId: zephyr.id, version: 0 });
    expect((await tested.office.post(`dashboards/${guid}/draft`, theirs)).status).toBe(200);
    const mine = callOf(draftOf({ title: 'Mine' }), { companyId: aurora.id, version: 0 });
    expect((await office.post(`dashboards/${guid}/draft`, mine)).status).toBe(404);
    expect((await office.get(`dashboards/${guid}?company=${aurora.id}`)).status).toBe(404);
    expect((await tested.savedOf(guid)).draft.title).toBe('Theirs');
  });

  it('begins dashboards in the own company', async () => {
    const begun = await office.get('dashboards/new');
    expect(begun.url).toMatch(new RegExp(`company=${aurora.id}$`));
  });
});

it('answers what another company has as what does not exist', async () => {
  const office = await enterWith('administrator', aurora);
  for (const [foreign, none] of [
    [`dashboards/${zephyr.guid}/start`, `dashboards/${crypto.randomUUID()}/start`],
    [`companies/${zephyr.id}`, 'companies/9999'],
  ] as const) {
    const answer = await office.get(foreign);
    expect([answer.status, await answer.text()]).toEqual([404, await read(office, none)]);
  }
});
