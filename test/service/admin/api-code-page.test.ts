import { describe, expect, it } from 'vitest';
import { figuresDashboard, testDashboard } from '../../support/test-dashboard.ts';
import { openOffice } from '../../support/back-office.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { draftOf } from './draft-calls.ts';
import { useBackOffice } from '../tested-service.ts';

const apiKey = 'key-of-the-demo';
const TABS = ['element', 'node', 'curl', 'python', 'php', 'csharp', 'java'];

const shared = figuresDashboard(1, { one: 'SELECT 1 AS n' });
const hidden = { ...figuresDashboard(2, { one: 'SELECT 1 AS n' }), accessible: false };

const sql = 'SELECT 1 AS n WHERE :Region = :Year';
const ofRegion = testDashboard(3, { one: sql }, [], { requiredParameters: ['Region', 'Year'] });

const tested = useBackOffice({ apiKey, dashboards: [shared, hidden, ofRegion] });

async function pageOf(guid: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await tested.office.get(`dashboards/${guid}/api-code`, headers);
  expect(answer.status).toBe(200);
  return answer.text();
}

const reveal = (guid: string): Promise<Response> =>
  tested.office.post(`dashboards/${guid}/api-code/reveal`);

const codeOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { code: string[] }).code;

it('the API code of a dashboard that is not accessible in API is an instruction instead of code', async () => {
  for (const accessible of [false, true, false]) {
    await tested.share(hidden.guid, accessible);
    const page = await pageOf(hidden.guid);
    expect([accessible, page.includes('role="tab"')]).toEqual([accessible, accessible]);
    if (accessible) continue;
    expect(page).toContain('Turn on “Accessible in API”');
    expect(page).not.toMatch(/<pre|GetToken|has no API key/);
    expect((await reveal(hidden.guid)).status).toBe(404);
  }
});

it('the API code of a company without a key is a link to create one', async () => {
  const form = new URLSearchParams({ name: 'Borealis Tea' });
  const { headers } = await tested.office.post('companies', form);
  const companyId = Number(headers.get('location')!.split('/').at(-1));
  const guid = await tested.create(draftOf(), { companyId });
  await tested.share(guid, true);
  const page = await pageOf(guid);
  expect(page.replaceAll(/\s+/g, ' ')).toContain('Borealis Tea</a> has no API key yet');
  expect(page).not.toMatch(/role="tab"|<pre|GetToken|Tick “/);
  expect((await reveal(guid)).status).toBe(404);
});

describe('the API code of a dashboard that is accessible in API', () => {
  it('has seven tabs, for this dashboard and without the key', async () => {
    const page = await pageOf(shared.guid);
    const tabs = [...page.matchAll(/role="tab" id="tab-(\w+)"/g)].map(([, id]) => id);
    const panels = page.split('role="tabpanel"').slice(1);
    expect(tabs).toEqual(TABS);
    expect(panels).toHaveLength(TABS.length);
    for (const [index, panel] of panels.entries()) {
      expect(panel).toContain(`id="panel-${TABS[index]}"`);
      expect(panel).toContain(shared.guid);
      expect(panel).toContain('&lt;API_KEY&gt;');
    }
    expect(page).not.toContain(apiKey);
  });

  it('calls the configured address of the service, whatever the request’s headers say', async () => {
    const local = `http://localhost:${new URL(tested.url).port}`;
    const elsewhere = await openOffice(tested.url, SETTINGS.adminPassword, local);
    const headers = { 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Host': 'evil.example' };
    const page = await (await elsewhere.get(`dashboards/${shared.guid}/api-code`, headers)).text();
    for (const panel of page.split('role="tabpanel"').slice(1)) expect(panel).toContain(tested.url);
    expect(page).not.toMatch(/javascript:|evil\.example/);
    expect(page).not.toContain(local);
  });

  it('has the key once it is revealed, in all files that have a placeholder for it', async () => {
    const page = await pageOf(shared.guid);
    const files = [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs)].map(([, code]) => code!);
    const code = await codeOf(await reveal(shared.guid));
    const withKey = (text: string): boolean => text.includes(apiKey);
    const withPlace = files.map((text) => text.includes('&lt;API_KEY&gt;'));
    expect(code.map(withKey)).toEqual(withPlace);
    expect(code.filter(withKey)).toHaveLength(TABS.length);
    expect(code.join()).not.toContain('<API_KEY>');
  });

  it('has the required parameters with a place for the value, and says what it answers until then', async () => {
    const page = await pageOf(ofRegion.guid);
    const [head = '', ...panels] = page.split('role="tabpanel"');
    expect(head).toContain(
      `${ofRegion.guid}?SQLparameters=Region%3D&lt;REGION&gt;%3BYear%3D&lt;YEAR&gt;`,
    );
    expect(head).toMatch(/requires a value for\s+Region, Year[^]*missing-parameters/);
    for (const panel of panels) {
      expect(panel).toContain('missing-parameters');
      expect(panel).toMatch(
        /\?SQLparameters=Region%3D%3BYear%3D&#39;|\?SQLparameters=Region%3D%3BYear%3D&quot;|Region: &quot;&quot;, Year: &quot;&quot; }/,
      );
      expect(panel).not.toMatch(/COMMENT|QUERY|PARAMETERS&gt;/);
    }
    expect(await pageOf(shared.guid)).not.toMatch(
      /missing-parameters|COMMENT|QUERY|PARAMETERS&gt;/,
    );
  });
});
