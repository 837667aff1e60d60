import { describe, expect, it } from 'vitest';
import { demoDashboards } from 'embedded-dashboard-service';
import { chartOf, figuresDashboard } from '../../support/test-dashboard.ts';
import type { AxisContent } from '../../../service/src/tiles/tile-data.ts';
import { readValues } from '../../support/read-values.ts';
import { useService } from '../tested-service.ts';

const apiKey = 'demo-key';
const small = figuresDashboard(1, { one: 'SELECT 1 AS n' });
const tested = useService({
  apiKey,
  dashboards: [...demoDashboards, small],
  frameAncestors: "'self' https://app.example",
});

async function open(
  options: { guid?: string; sqlParameters?: string; display?: string; fields?: object } = {},
): Promise<Response> {
  const { guid = demoDashboards[0]!.guid, sqlParameters = '', display = '' } = options;
  const query = `SQLparameters=${encodeURIComponent(sqlParameters)}`;
  const asked = await fetch(`${tested.url}/Api/GetToken/${apiKey}/anna/${guid}?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(options.fields ?? {}),
  });
  return fetch(`${tested.url}/Tdb/${await asked.text()}${display}`);
}

const pageOf = async (options: Parameters<typeof open>[0] = {}): Promise<string> =>
  (await open(options)).text();

const figureOf = (page: string, tile: string): string | undefined =>
  new RegExp(`data-tile="${tile}"[\\s\\S]*?class="figure" data-value="([^"]*)"`).exec(page)?.[1];

const statesOf = (page: string): string[] =>
  [...page.matchAll(/data-state="(\w+)"/g)].map(([, state]) => state!);

const styleOf = (page: string): string =>
  /<html[^>]*>/.exec(page)![0].replaceAll(/\s+/g, ' ').replace(' >', '>');

describe('the data', () => {
  it('appear on every accessible dashboard, in at least two charts', async () => {
    const accessible = demoDashboards.filter((dashboard) => dashboard.accessible);
    expect(accessible.length).toBeGreaterThanOrEqual(3);
    for (const { guid, title, definition } of accessible) {
      const sqlParameters = definition.requiredParameters!.map((name) => `${name}=North`).join(';');
      const page = await pageOf({ guid, sqlParameters });
      expect(page.match(/<h1>/g)).toHaveLength(1);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page.match(/data-chart=/g)!.length).toBeGreaterThanOrEqual(2);
      expect(page.match(/class="chart"[^>]*>\s*<svg/g)!.length).toBe(
        page.match(/data-chart=/g)!.length,
      );
      expect(new Set(statesOf(page))).toEqual(new Set(['ready']));
    }
  });

  it.each(['North', null])('match SQL for the region %s', async (region) => {
    const page = await pageOf({ sqlParameters: region ? `region=${region}` : '' });
    const [row] = await tested.service.query(
      `SELECT sum(revenue) AS revenue, count(*) AS orders
       FROM orders JOIN customers ON customers.id = customer_id
       WHERE ordered_on > '2025-10-31' AND ($1::text IS NULL OR region = $1)`,
      [region],
    );
    expect(figureOf(page, 'revenue')).toBe(row!.revenue);
    expect(figureOf(page, 'orders')).toBe(row!.orders);
    expect(page.includes('<dt>Region</dt>')).toBe(region !== null);
  });

  it('use parameters as bound values, never as SQL', async () => {
    const [before] = await tested.service.query('SELECT count(*) FROM orders');
    const attacks = ["Region=North' OR '1'='1", 'Region=$1::text', "Region=North'/*;x=*/ OR 1=1"];
    for (const sqlParameters of attacks) {
      expect(new Set(statesOf(await pageOf({ sqlParameters })))).toEqual(new Set(['empty']));
    }
    expect(await tested.service.query('SELECT count(*) FROM orders')).toEqual([before]);
  });

  it('are replaced by a message if there are none, with the whole value escaped', async () => {
    const page = await pageOf({ sqlParameters: 'Region=<script>a=b</script>' });
    expect(page).toContain('No data for <bdi>&lt;script&gt;a=b&lt;');
    expect(page).toContain('<dd>&lt;script&gt;a=b&lt;/script&gt;</dd>');
    expect(page).not.toContain('<script>a=b');
  });

  it('do not depend on user, organization or customInfo', async () => {
    const fields = { user: 'Zoe Zimmer', organization: 'North', customInfo: 'Region=North' };
    const sqlParameters = 'Region=South';
    const values = await readValues(open({ sqlParameters }));
    expect(await readValues(open({ sqlParameters, fields }))).toEqual(values);
  });

  it('are not in the page unless its charts show them', async () => {
    const page = await pageOf({ guid: demoDashboards[1]!.guid });
    const { series } = (chartOf(page, 'new-by-quarter') as AxisContent).data;
    expect(series.map(({ column }) => column)).toEqual(['gained']);
  });
});

describe('the appearance', () => {
  const styleWith = async (display: string): Promise<string> =>
    styleOf(await pageOf({ guid: small.guid, display }));

  it.each([
    ['', '<html lang="en" dir="ltr" data-opaque>'],
    [
      '?Theme=dark&COLOR=%24fc0&background-Color=$11223380',
      '<html lang="en" dir="ltr" data-theme="dark" style="--page:#11223380;--title:#ffcc00">',
    ],
    ['?color=Tomato', '--title:#ff6347'],
    // Texts are readable on the background of the caller.
    ['?background-color=navy', '--page-ink:#ffffff'],
  ])('follows the options “%s”', async (display, style) => {
    expect(await styleWith(display)).toContain(style);
  });

  it('ignores invalid values and never repeats them', async () => {
    const plain = await styleWith('');
    for (const value of ['zzz;}*{x:y', '"><script>zzz', '#zzz', 'darkzzz', '$12zzz']) {
      const attack = encodeURIComponent(value);
      const display = `?theme=${attack}&color=${attack}&background-color=${attack}&x=${attack}`;
      const page = await pageOf({ guid: small.guid, display });
      expect(page).not.toContain('zzz');
      expect(styleOf(page)).toBe(plain);
    }
  });

  it('applies to the page of a dead token, too', async () => {
    const page = await (await fetch(`${tested.url}/Tdb/dead?theme=dark&color=red`)).text();
    expect(styleOf(page)).toContain('data-theme="dark" data-opaque style="--title:#ff0000"');
  });
});

describe('the answer', () => {
  it('has its security headers for live and dead tokens', async () => {
    for (const response of [await open(small), await fetch(`${tested.url}/Tdb/dead`)]) {
      const { headers } = response;
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBeNull();
      expect(headers.get('content-security-policy')!.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "frame-ancestors 'self' https://app.example",
        ]),
      );
    }
  });

  it('has no inline script and no event handler', async () => {
    const page = await pageOf();
    for (const [tag] of page.matchAll(/<script[^>]*>/g)) {
      expect(tag).toMatch(/ src="\.\.\/assets\/|type="application\/json"/);
    }
    expect(page).not.toMatch(/<[^>]* on\w+=/);
  });

  it('links to files that are immutable under their name', async () => {
    const names = [...(await pageOf(small)).matchAll(/"\.\.(\/assets\/[^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) {
      const response = await fetch(tested.url + name);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect((await response.text()).length).toBeGreaterThan(1000);
    }
    expect((await fetch(`${tested.url}/assets/..%2fmain.ts`)).status).toBe(404);
  });

  it('is given to GET and HEAD only', async () => {
    expect((await fetch(`${tested.url}/Tdb/dead`, { method: 'HEAD' })).status).toBe(401);
    const response = await fetch(`${tested.url}/Tdb/dead`, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
