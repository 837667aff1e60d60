import { describe, expect, it } from 'vitest';
import { chartOf } from '../../support/test-dashboard.ts';
import type { AxisContent } from '../../../service/src/tiles/tile-data.ts';
import { readValues } from '../../support/read-values.ts';
import { useService } from '../tested-service.ts';

const apiKey = 'demo-key';
const tested = useService({ apiKey, frameAncestors: "'self' https://app.example" });

async function open(
  options: { guid?: string; sqlParameters?: string; display?: string; fields?: object } = {},
): Promise<Response> {
  const { guid = tested.service.dashboards[0]!.guid, sqlParameters = '', display = '' } = options;
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
  it('are tens of thousands of orders over two years', async () => {
    const [row] = await tested.service.query(
      `SELECT count(*) AS orders, min(ordered_on) AS first, max(ordered_on) AS last FROM orders`,
    );
    expect(Number(row!.orders)).toBeGreaterThan(30_000);
    expect(row).toMatchObject({ first: '2024-11-01', last: '2026-10-31' });
  });

  it('appear on every accessible dashboard, in at least two charts', async () => {
    const accessible = tested.service.dashboards.filter((dashboard) => dashboard.accessible);
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

  for (const region of ['North', 'South', 'East', 'West', null]) {
    it(`match SQL for ${region ?? 'every region'}`, async () => {
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
  }

  it('use parameters as bound values, never as SQL', async () => {
    const [before] = await tested.service.query('SELECT count(*) FROM orders');
    const attacks = [
      "Region=North' OR '1'='1",
      "Region=' UNION SELECT 1 --",
      "Region=North') OR TRUE --",
      'Region=$1::text',
      "Region=North'/*;x=*/ OR 1=1",
    ];
    for (const sqlParameters of attacks) {
      expect(new Set(statesOf(await pageOf({ sqlParameters })))).toEqual(new Set(['empty']));
    }
    expect(await tested.service.query('SELECT count(*) FROM orders')).toEqual([before]);
  });

  it('keep everything after the first = of a parameter', async () => {
    expect(await pageOf({ sqlParameters: 'Region=a=b' })).toContain('<dd>a=b</dd>');
  });

  it('are replaced by a message if there are none, with the value escaped', async () => {
    const page = await pageOf({ sqlParameters: 'Region=<script>alert(1)</script>' });
    expect(page).toContain('No data for <bdi>&lt;script&gt;');
    expect(page).not.toContain('<script>alert');
  });

  it('do not depend on user, organization or customInfo', async () => {
    const fields = { user: 'Zoe Zimmer', organization: 'North', customInfo: 'Region=North' };
    for (const sqlParameters of ['', 'Region=South']) {
      const values = await readValues(open({ sqlParameters }));
      expect(await readValues(open({ sqlParameters, fields }))).toEqual(values);
    }
  });

  it('are not in the page unless its charts show them', async () => {
    const page = await pageOf({ guid: tested.service.dashboards[1]!.guid });
    const { series } = (chartOf(page, 'new-by-quarter') as AxisContent).data;
    expect(series.map(({ column }) => column)).toEqual(['gained']);
  });
});

describe('the appearance', () => {
  it('is the default without options', async () => {
    expect(styleOf(await pageOf())).toBe('<html lang="en" dir="ltr" data-opaque>');
  });

  it('follows theme, color and background in hexadecimal digits, with names in any case', async () => {
    const page = await pageOf({ display: '?Theme=dark&COLOR=%24fc0&background-Color=$11223380' });
    expect(styleOf(page)).toBe(
      '<html lang="en" dir="ltr" data-theme="dark" style="--page:#11223380;--title:#ffcc00">',
    );
  });

  it('accepts named colors', async () => {
    expect(styleOf(await pageOf({ display: '?color=Tomato' }))).toContain('--title:#ff6347');
  });

  it('keeps text readable on the caller’s background', async () => {
    expect(styleOf(await pageOf({ display: '?background-color=navy' }))).toContain(
      '--page-ink:#ffffff',
    );
  });

  it('ignores invalid values and never repeats them', async () => {
    const plain = styleOf(await pageOf());
    for (const value of [
      'zzz;}*{x:y',
      '"><script>zzz',
      '#zzz',
      'rgb(1,2,3)zzz',
      'darkzzz',
      '$12zzz',
    ]) {
      const attack = encodeURIComponent(value);
      const display = `?theme=${attack}&color=${attack}&background-color=${attack}&x=${attack}`;
      const page = await pageOf({ display });
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
    for (const response of [await open(), await fetch(`${tested.url}/Tdb/dead`)]) {
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
    const names = [...(await pageOf()).matchAll(/"\.\.(\/assets\/[^"]+)"/g)].map(
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
