import * as fc from 'fast-check';
import type { Dashboard, Filter } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../support/hostile-text.ts';
import { inputs } from '../../support/inputs.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useBackOffice } from '../tested-service.ts';

const REGIONS = ['North', 'South', 'East', 'West'];
const sales = (name: string): string => `(VALUES ('North', 'Oslo', 1), ('North', 'Bergen', 2),
  ('South', 'Rome', 4), ('East', 'Warsaw', 8), ('West', 'Lisbon', 16)) AS ${name} (region, city, n)`;

const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Sales region',
  select: { sql: `SELECT DISTINCT region, 'The ' || region FROM ${sales('s')} ORDER BY region` },
};
const city: Filter = {
  kind: 'choice',
  parameter: 'City',
  label: 'City',
  select: {
    sql: `SELECT city FROM ${sales('s')} WHERE :Region IS NULL OR region = :region ORDER BY 1`,
  },
};
const cities: Filter = { ...city, parameter: 'Cities', label: 'Cities', multiple: true };
const values: Filter[] = [
  { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'End', default: ['2026-01-01'] },
  { kind: 'date', parameter: 'End', label: 'To' },
  { kind: 'number', parameter: 'Least', label: 'Least', default: ['2.5'], required: true },
  { kind: 'text', parameter: 'Name', label: 'Name' },
  {
    kind: 'choice',
    parameter: 'Size',
    label: 'Size',
    required: true,
    list: [{ value: 's', label: 'Small' }, { value: 'l' }],
  },
];

/** Returns a dashboard with a table of one row for each row of the SELECT. */
function tableOf(number: number, sql: string, columns: string[], filters: Filter[]): Dashboard {
  const tile = {
    kind: 'table',
    columns: columns.map((column) => ({ column, label: column, format: 'text' })),
  } as const;
  const parts = { filters, shownParameters: ['Region', 'Cities'] };
  return testDashboard(number, { rows: sql }, [tile], parts);
}

const one = tableOf(
  1,
  `SELECT region, city FROM ${sales('s')} WHERE (:Region IS NULL OR region = :Region)
   AND (:City IS NULL OR city = :City)`,
  ['region', 'city'],
  [region, city],
);
const several = tableOf(
  2,
  `SELECT region, city FROM ${sales('s')} WHERE (:Region IS NULL OR region = :Region)
   AND (:Cities IS NULL OR city = ANY(:Cities))`,
  ['region', 'city'],
  [region, { ...cities, default: ['Oslo', 'Rome'] }],
);
const typed = tableOf(
  3,
  `SELECT concat_ws('|', coalesce(:Start, '-'), coalesce(:End, '-'), (:Least::numeric * 2)::text,
     coalesce(:Name, '-'), :Size) AS all`,
  ['all'],
  values,
);
const locked = tableOf(
  4,
  `SELECT region, city FROM ${sales('s')} WHERE region = :Region
   AND (:City IS NULL OR city = :City) AND (:Note IS NULL OR city <> :Note)`,
  ['region', 'city'],
  [region, city, { kind: 'text', parameter: 'Note', label: 'Note' }],
);
const faulty = tableOf(
  5,
  'SELECT coalesce(:Broken, :One, :Two) AS value',
  ['value'],
  [
    { kind: 'choice', parameter: 'Broken', label: 'Broken', select: { sql: 'SELECT nothing' } },
    { kind: 'choice', parameter: 'One', label: 'One', select: { sql: 'SELECT :Two' } },
    { kind: 'choice', parameter: 'Two', label: 'Two', select: { sql: 'SELECT :One' } },
  ],
);
const without = tableOf(6, 'SELECT 1 AS value', ['value'], []);
const dated = tableOf(
  7,
  'SELECT :Day AS day',
  ['day'],
  [
    {
      kind: 'choice',
      parameter: 'Day',
      label: 'Day',
      select: { sql: "SELECT date '2026-01-31' AS day UNION ALL SELECT date '2026-02-28'" },
    },
  ],
);

const dashboards = [one, several, typed, locked, faulty, without, dated];
const tested = useBackOffice({ dashboards });

async function visit(dashboard: Dashboard, query: string, sqlParameters?: string) {
  const response = await fetch(`${await tested.addressOf(dashboard.guid, sqlParameters)}?${query}`);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

/** Returns the last column of the table. */
function rowsOf(page: string): string[] {
  return [...page.matchAll(/<tr>\s*(?:<td[^>]*data-value="([^"]*)"[^>]*>[^<]*<\/td>\s*)+<\/tr>/g)]
    .map(([, value]) => value!)
    .toSorted();
}

const listOf = (page: string, name: string): string[] => {
  const select = new RegExp(`<select[^>]*name="filter.${name}"[\\s\\S]*?</select>`).exec(page)![0];
  return [...select.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value!);
};
const printed = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([^<]*)<\/dd>/g)].map(([, name, text]) => [
      name,
      text,
    ]),
  );

describe('a filter with a list', () => {
  it.each([
    ['', ['Bergen', 'Lisbon', 'Oslo', 'Rome', 'Warsaw'], 'All'],
    ['FILTER.region=North', ['Bergen', 'Oslo'], 'The North'],
  ])(
    'shows the rows of its value, and the choices that depend on it: %s',
    async (query, all, name) => {
      const { page } = await visit(one, query);
      expect(rowsOf(page)).toEqual(all);
      expect(listOf(page, 'Region')).toEqual(['', 'East', 'North', 'South', 'West']);
      expect(listOf(page, 'City')).toEqual(['', ...all]);
      expect(page).toMatch(new RegExp(`<option value="[^"]*"\\s+selected>\\s*${name}\\s*<`));
      expect(printed(page)).toEqual({ 'Sales region': name, City: 'All' });
    },
  );

  it.each(['filter.Region=Nowhere', 'filter.Region=North&filter.City=Rome', 'filter.Other=1'])(
    'is 400 without data for a load of tiles with anything else: %s',
    async (query) => {
      const { status, page } = await visit(one, `tiles=rows&theme=dark&${query}`);
      expect(status).toBe(400);
      expect(page).toContain('<h1>This selection isn’t available</h1>');
      expect(page).toMatch(/<a href="\?theme=dark"\s*>Show the dashboard without filters</);
      for (const text of ['Oslo', 'Rome', 'Nowhere', 'Region', one.title]) {
        expect(page).not.toContain(text);
      }
    },
  );

  it('resets a dependent value that the earlier list had', async () => {
    const query = 'was.Region=South&filter.Region=North&filter.City=Rome';
    const { status, page } = await visit(one, query);
    expect([status, rowsOf(page)]).toEqual([200, ['Bergen', 'Oslo']]);
    const same = await visit(
      one,
      'tiles=rows&was.Region=North&filter.Region=North&filter.City=Rome',
    );
    expect(same.status).toBe(400);
  });

  it('keeps the choices in the rows as CSV', async () => {
    const address = await tested.addressOf(one.guid);
    const page = await (await fetch(`${address}?filter.Region=South`)).text();
    const link = /href="(\?csv=[^"]*)"/.exec(page)![1]!.replaceAll('&amp;', '&');
    const csv = await (await fetch(address + link)).text();
    expect(csv).toContain('Rome');
    expect(csv).not.toContain('Oslo');
    expect((await fetch(`${address}?csv=tile-0&filter.Region=Nowhere`)).status).toBe(400);
  });

  it('has dates as the tiles show them', async () => {
    const { page } = await visit(dated, 'filter.Day=2026-02-28');
    expect(listOf(page, 'Day')).toEqual(['', '2026-01-31', '2026-02-28']);
    expect(page).toMatch(/<option value="2026-01-31"\s*>\s*Jan 31, 2026\s*</);
    expect(printed(page)).toEqual({ Day: 'Feb 28, 2026' });
    expect(rowsOf(page)).toEqual(['2026-02-28']);
  });

  it('is replaced by a text if its list cannot be read, and then refuses values', async () => {
    const { status, page } = await visit(faulty, '');
    expect(status).toBe(200);
    expect(page.match(/class="filter-failure"/g)).toHaveLength(3);
    expect(page).not.toContain('nothing');
    expect((await visit(faulty, 'tiles=rows&filter.Broken=1')).status).toBe(400);
    expect((await visit(faulty, 'tiles=rows&filter.One=1')).status).toBe(400);
  });
});

describe('a filter with several values', () => {
  it.each([
    ['', ['Oslo', 'Rome']],
    ['filter.Cities=', ['Bergen', 'Lisbon', 'Oslo', 'Rome', 'Warsaw']],
    ['filter.Cities=&filter.Cities=Oslo&filter.cities=Bergen', ['Bergen', 'Oslo']],
    ['filter.Region=North', ['Oslo']],
  ])('binds them as one list: %s', async (query, found) => {
    expect(rowsOf((await visit(several, query)).page)).toEqual(found);
  });

  it('is a list of one value if the token sets it', async () => {
    const { page } = await visit(several, '', 'Cities=Rome');
    expect(rowsOf(page)).toEqual(['Rome']);
    expect(page).not.toContain('name="filter.Cities"');
    expect(printed(page)['Cities']).toBe('Rome');
  });

  it('refuses one value outside the list among others', async () => {
    expect((await visit(several, 'tiles=rows&filter.Cities=Oslo&filter.Cities=Paris')).status).toBe(
      400,
    );
  });
});

describe('dates, numbers and texts', () => {
  it.each([
    ['', '2026-01-01|-|5.0|-|s'],
    ['filter.Start=&filter.Least=&filter.Size=', '-|-|5.0|-|s'],
    [
      'filter.Start=2026-02-28&filter.End=2026-03-01&filter.Least=-1e1&filter.Name=%27a%27&filter.Size=l',
      '2026-02-28|2026-03-01|-20|&#39;a&#39;|l',
    ],
  ])('are bound as text, with their defaults: %s', async (query, row) => {
    expect(rowsOf((await visit(typed, query)).page)).toEqual([row]);
  });

  it('are printed in the language of the page', async () => {
    const { page } = await visit(typed, 'filter.End=2026-03-01&filter.Least=2026');
    expect(printed(page)).toEqual({
      From: 'Jan 1, 2026',
      To: 'Mar 1, 2026',
      Least: '2026',
      Name: 'All',
      Size: 'Small',
    });
  });
});

describe('a parameter that the token sets', () => {
  it('is a text and no field, and no request changes it', async () => {
    const { page } = await visit(one, '', 'region=North');
    expect(rowsOf(page)).toEqual(['Bergen', 'Oslo']);
    expect(page).not.toContain('name="filter.Region"');
    expect(listOf(page, 'City')).toEqual(['', 'Bergen', 'Oslo']);
    expect(printed(page)).toEqual({ 'Sales region': 'North', City: 'All' });
    expect((await visit(one, 'tiles=rows&filter.Region=North', 'Region=North')).status).toBe(400);
  });

  it('is not on the page unless the author shows it', async () => {
    const { page } = await visit(typed, '', 'Name=hidden value');
    expect(page.match(/hidden value/g)).toHaveLength(2);
    expect(printed(page)).not.toHaveProperty('Name');
  });

  it('never shows another region, whatever the query is', async () => {
    const address = await tested.addressOf(locked.guid, 'Region=North');
    const names = ['City', 'Note', 'Region'].map((parameter) => `filter.${parameter}`);
    const others = ['FILTER.region', 'csv', 'tiles', 'was.Region', 'was.City', 'SQLparameters'];
    const name = fc.oneof(
      fc.constantFrom(...names, ...others),
      hostileText.map((text) => `filter.${text}`),
    );
    const hostile = ["' OR 1=1 --", 'North;Region=South', '{South}', '%27%20OR%201=1'];
    const value = fc.oneof(
      fc.constantFrom('', 'Oslo', 'Rome', 'tile-0', 'rows', ...REGIONS, ...hostile),
      hostileText,
    );
    // A third of the requests are loads of tiles, and a third would change the SELECT if it contained the value.
    const start = fc.constantFrom<[string, string][]>(
      [],
      [['tiles', 'rows']],
      [['filter.Note', "') IS NULL OR true) OR true --"]],
    );
    const query = fc.tuple(start, fc.array(fc.tuple(name, value), { maxLength: 5 }));
    const seen = { 200: 0, 400: 0, 404: 0 };
    let loads = 0;
    await fc.assert(
      fc.asyncProperty(query, async (parts) => {
        const search = new URLSearchParams(parts.flat());
        const response = await tested.service.fetch(new Request(`${address}?${search}`));
        const page = await response.text();
        expect(seen).toHaveProperty(String(response.status));
        seen[response.status as keyof typeof seen] += 1;
        if (parts[0][0]?.[0] === 'tiles' && page.includes('<td data-column="city"')) loads += 1;
        const shown = page.replaceAll(/(value|href)="[^"]*"/g, '').replaceAll(/<dd>[^<]*/g, '');
        expect(shown).not.toMatch(/Rome|Warsaw|Lisbon|South|East|West/);
      }),
      inputs(3000),
    );
    expect(Math.min(seen[200], seen[400])).toBeGreaterThan(20);
    expect(loads).toBeGreaterThan(10);
  });
});

describe('the page', () => {
  it('keeps valid display options, and nothing else', async () => {
    const { page } = await visit(one, 'Theme=dark&color=%24fc0&background-color=zzz&x=zzz');
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    expect(hidden.map(([, name, value]) => `${name}=${value}`)).toEqual([
      'theme=dark',
      'color=$fc0',
      'was.Region=',
    ]);
    expect(page).not.toContain('zzz');
  });

  it('may send forms to its own site only if it has filters, and requests for its tiles', async () => {
    const policyOf = async (dashboard: Dashboard): Promise<string> =>
      (await visit(dashboard, '')).headers.get('content-security-policy')!;
    const plain = await policyOf(without);
    expect(plain).toContain("form-action 'none'");
    expect(plain).toContain("connect-src 'self'");
    expect(await policyOf(one)).toBe(plain.replace("form-action 'none'", "form-action 'self'"));
  });

  it('counts as loaded as a whole only, with and without first choices', async () => {
    const address = await tested.addressOf(one.guid);
    const readLoads = async (): Promise<(string | undefined)[]> => {
      const csv = await (await tested.office.get('statistics/access.csv')).text();
      return Array.from(csv.matchAll(/([^,]*)\r\n/g), ([, last]) => last);
    };
    const { length } = await readLoads();
    for (const query of ['', 'filter.Region=North', 'filter.Region=', 'filter.Region=Nowhere']) {
      await (await fetch(`${address}?${query}`)).text();
    }
    const files = ['rows=tile-0', 'full=tile-0', 'csv=tile-0', 'zip=all'];
    for (const part of ['tiles=rows', 'choices=City&search=o', ...files]) {
      expect((await fetch(`${address}?${part}`)).status, part).toBe(200);
    }
    expect((await readLoads()).slice(length)).toEqual(['first', 'further', 'further', 'further']);
  });
});
