import { createDashboardService, type Dashboard } from 'embedded-dashboard-service';
import { describe, expect, it } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { testService } from '../../support/test-database.ts';
import { useService } from '../tested-service.ts';

/** Returns a dashboard with a number and an empty tile, in its own language. */
function dashboardIn(digit: number, locale?: string): Dashboard {
  const sql = 'SELECT 1234.56 AS n';
  const dashboard = figuresDashboard(digit, { all: sql, none: `${sql} WHERE false` });
  for (const tile of dashboard.definition.tiles)
    Object.assign(tile, { format: 'decimal', numbers: { digits: 1 } });
  if (locale) dashboard.definition.locale = locale;
  return dashboard;
}
const DASHBOARDS = {
  '': dashboardIn(1),
  'ar-EG': dashboardIn(2, 'ar-EG'),
  'de-ch': dashboardIn(3, 'de-ch'),
};

const languageOf = (page: string): string =>
  /<html\s+lang="([^"]*)"\s+dir="([^"]*)"/.exec(page)!.slice(1).join(' ');

it('the page of a dead token is English if the words of its language are missing', async () => {
  const persian = createDashboardService({ ...(await testService()), locale: 'fa' });
  const page = await persian.fetch(new Request('http://service.test/Tdb/dead'));
  expect(languageOf(await page.text())).toBe('en ltr');
  await persian.close();
});

describe('a service in French', () => {
  const tested = useService({ dashboards: Object.values(DASHBOARDS), locale: 'fr' });

  // The spaces differ between versions of ICU.
  it.each<[keyof typeof DASHBOARDS, string, string, RegExp]>([
    ['', 'fr ltr', 'Aucune donnée', />1\s234,6</],
    ['ar-EG', 'ar-EG rtl', 'لا توجد بيانات', />١٬٢٣٤٫٦</],
    ['de-ch', 'de-CH ltr', 'Keine Daten', />1(’|&#39;)234\.6</],
  ])(
    'has pages in the language of their dashboard, or its own: %j',
    async (tag, language, words, number) => {
      const page = await tested.pageOf(DASHBOARDS[tag]);
      expect(languageOf(page)).toBe(language);
      expect(page).toContain(words);
      expect(page).toMatch(number);
    },
  );

  it('has its language on the page of a dead token', async () => {
    const page = await (await fetch(`${tested.url}/Tdb/dead`)).text();
    expect(languageOf(page)).toBe('fr ltr');
    expect(page).toContain('n’est plus ouvert');
  });
});
