import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { useVisitedService } from './visited-service.ts';

/** The lines of the text above the heading. Without a rule, some of them leave room for the heading alone. */
const LINES = [40, 43, 46];

const chart = { kind: 'bar', category: 'c', format: 'integer' } as const;
const dashboards = LINES.map((count) =>
  testDashboard(count, { rows: "SELECT 'a' AS c, 1 AS n" }, [
    { kind: 'text', title: 'Long', span: 12, text: 'Line\\\n'.repeat(count) + 'end' },
    { kind: 'heading', title: 'Section', span: 12 },
    { ...chart, title: 'Chart', span: 12, series: [{ column: 'n', label: 'N' }] },
  ]),
);
const service = useVisitedService({ dashboards });

it('prints the heading of a section on the page of the tile that follows', async () => {
  for (const dashboard of dashboards) {
    const page = await service.visit(dashboard);
    const pdf = new Uint8Array(await page.pdf({ format: 'A4' }));
    const { text } = await extractText(await getDocumentProxy(pdf));
    const places = ['Section', 'Chart'].map((title) =>
      text.findIndex((each) => each.includes(title)),
    );
    expect(places).toEqual([1, 1]);
    await page.close();
  }
});
