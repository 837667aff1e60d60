import type { Dashboard } from 'embedded-dashboard-service';
import { extractText } from 'unpdf';
import { expect, it } from 'vitest';
import { testDashboard, type TestTile } from '../../support/test-dashboard.ts';
import { useVisitedService } from './visited-service.ts';

const ROWS = 120;

/** Each table with the heading of its first column of numbers. */
const TABLES: Record<string, { heading: string; tile: TestTile }> = {
  'a narrow table': { heading: 'Column 1', tile: toTable(6, 2) },
  'a table with many columns': { heading: 'Column 1', tile: toTable(12, 7) },
  'a heat map': {
    heading: 'Sold',
    tile: {
      kind: 'heatmap',
      span: 6,
      category: 'kind',
      splitBy: 'name',
      value: 'n',
      format: 'integer',
    },
  },
};

function toTable(span: number, numbers: number): TestTile {
  const columns = Array.from({ length: numbers }, (_, index) => ({
    column: 'n',
    label: `Column ${index + 1}`,
    format: 'integer',
  }));
  return {
    kind: 'table',
    span,
    columns: [{ column: 'name', label: 'Name', format: 'text' }, ...columns],
  };
}

/** A name that wraps, so that a page could end inside of it. */
const SQL = `SELECT 'begin ' || row || ' of a name that wraps over several lines of its row, end ' || row AS name,
  'Sold' AS kind, row AS n FROM generate_series(1, ${ROWS}) AS row`;

const dashboards = Object.entries(TABLES).map(([title, { tile }], index) =>
  testDashboard(index, { rows: SQL }, [tile], { title }),
);

const service = useVisitedService({ dashboards });

/** Returns the text of each page of paper. */
async function print(dashboard: Dashboard): Promise<string[]> {
  const page = await service.visit(dashboard);
  const { text } = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })));
  await page.close();
  return text.map((content) => content.replaceAll(/\s+/g, ' '));
}

it.for(dashboards)('prints each row of $title whole, below headings', async (dashboard) => {
  const pages = await print(dashboard);
  expect(pages.length).toBeGreaterThan(2);
  const { heading } = TABLES[dashboard.title]!;
  const found = pages.map((text) =>
    [...text.matchAll(/\b(?:begin|end) (\d+)\b/g)].map(([, row]) => row!),
  );
  const rows = Array.from({ length: ROWS }, (_, index) => `${index + 1}`);
  expect(found.flat()).toEqual(rows.flatMap((row) => [row, row]));
  for (const [index, names] of found.entries()) {
    expect(pages[index]).toContain(heading);
    expect(names.length % 2, 'a row is cut').toBe(0);
  }
});
