import {
  createDashboardService,
  type Dashboard,
  type DashboardService,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresDashboard } from '../support/test-dashboard.ts';
import { testService } from '../support/test-database.ts';

const FORMATS = ['integer', 'decimal', 'currency', 'percent', 'date', 'month'] as const;

/** Returns a dashboard that shows a value in every format, in its own language. */
function formatsDashboard(digit: number, locale?: string): Dashboard {
  const sql = `SELECT 1234567.8 AS integer, 1234.56 AS decimal, 1234567.8 AS currency,
    0.1234 AS percent, DATE '2026-10-31' AS date, DATE '2026-10-31' AS month`;
  const dashboard = figuresDashboard(digit, { all: sql, none: 'SELECT 1 AS n WHERE false' });
  const { definition } = dashboard;
  const columns = FORMATS.map((format) => {
    const numbers = format === 'decimal' ? { digits: 1 } : undefined;
    return { column: format, label: format, format, numbers };
  });
  const [all, none] = definition.tiles;
  definition.tiles = [Object.assign(all!, { kind: 'table', columns }), none!];
  if (locale) definition.locale = locale;
  return dashboard;
}

const dashboards = {
  default: formatsDashboard(1),
  de: formatsDashboard(2, 'de'),
  ar: formatsDashboard(3, 'ar-EG'),
  ja: formatsDashboard(4, 'ja'),
  swiss: formatsDashboard(5, 'de-ch'),
};

let service: DashboardService;

beforeAll(async () => {
  service = createDashboardService({
    ...(await testService()),
    dashboards: Object.values(dashboards),
    locale: 'fr',
  });
});

afterAll(() => service.close());

const call = (path: string): Promise<Response> =>
  service.fetch(new Request(`http://service.test/${path}`));

async function open({ guid }: Dashboard): Promise<string> {
  const token = await (await call(`Api/GetToken/${service.apiKey}/anna/${guid}`)).text();
  return (await call(`Tdb/${token}`)).text();
}

/** Returns the values without the marks and narrow spaces that differ between versions of ICU. */
const valuesOf = (page: string): string[] =>
  [...page.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) =>
    text!.replaceAll(/\p{Cf}/gu, '').replaceAll(/\s/g, ' '),
  );

const languageOf = (page: string): string =>
  /<html\s+lang="([^"]*)"\s+dir="([^"]*)"/.exec(page)!.slice(1).join(' ');

describe('numbers, money and dates', () => {
  it('are those of German', async () => {
    expect(valuesOf(await open(dashboards.de))).toEqual([
      '1.234.568',
      '1.234,6',
      '1.234.568 €',
      '12,3 %',
      '31. Okt. 2026',
      'Okt. 26',
    ]);
  });

  it('are those of Arabic in Egypt', async () => {
    expect(valuesOf(await open(dashboards.ar))).toEqual([
      '١٬٢٣٤٬٥٦٨',
      '١٬٢٣٤٫٦',
      '١٬٢٣٤٬٥٦٨ €',
      '١٢٫٣٪',
      '٣١ أكتوبر ٢٠٢٦',
      'أكتوبر ٢٦',
    ]);
  });

  it('are those of Japanese', async () => {
    expect(valuesOf(await open(dashboards.ja))).toEqual([
      '1,234,568',
      '1,234.6',
      '€1,234,568',
      '12.3%',
      '2026年10月31日',
      '26年10月',
    ]);
  });

  it('follow the region, and the words follow the language', async () => {
    const page = await open(dashboards.swiss);
    expect(valuesOf(page)[1]).toMatch(/^1(’|&#39;)234\.6$/);
    expect(page).toContain('Keine Daten');
  });
});

describe('the language of a page', () => {
  it('is the service’s if the dashboard has none', async () => {
    const page = await open(dashboards.default);
    expect(languageOf(page)).toBe('fr ltr');
    expect(page).toContain('Aucune donnée');
  });

  it('is the dashboard’s own rather than the service’s', async () => {
    expect(languageOf(await open(dashboards.swiss))).toBe('de-CH ltr');
    const page = await open(dashboards.ar);
    expect(languageOf(page)).toBe('ar-EG rtl');
    expect(page).toContain('لا توجد بيانات');
    expect(page).not.toContain('Aucune');
  });

  it('is the service’s on the page of a dead token', async () => {
    const page = await (await call('Tdb/dead')).text();
    expect(languageOf(page)).toBe('fr ltr');
    expect(page).toContain('n’est plus ouvert');
  });

  it('is English on the page of a dead token if its own words are missing', async () => {
    const persian = createDashboardService({ ...(await testService()), locale: 'fa' });
    const page = await (await persian.fetch(new Request('http://service.test/Tdb/dead'))).text();
    await persian.close();
    expect(languageOf(page)).toBe('en ltr');
  });
});
