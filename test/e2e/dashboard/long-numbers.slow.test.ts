import type { Dashboard, Tile } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useVisitedService } from './visited-service.ts';

const LOCALES = ['en', 'ar', 'de'];
const NUMBER = '123456789012345';

/** The styles of the tiles. */
const STYLES: Record<string, object> = {
  integer: { format: 'integer' },
  narrow: { format: 'integer', span: 2 },
  currency: { format: 'currency', span: 6 },
  unit: { format: 'decimal', numbers: { after: 'kWh', digits: 2 } },
  plain: { format: 'currency', numbers: { notation: 'plain' }, span: 2 },
  negative: { format: 'integer', value: 'negative', span: 2 },
  huge: { format: 'integer', value: 'huge' },
};

const TILES = Object.entries(STYLES).map(([id, style]) => {
  const tile = { id, title: id, kind: 'number', dataset: 'row', value: 'n', note: '', span: 3 };
  return Object.assign(tile, style) as unknown as Tile;
});

const dashboards = LOCALES.map((locale, digit): Dashboard => ({
  guid: `00000000-0000-4000-8000-00000000000${digit}`,
  title: 'Long numbers',
  accessible: true,
  definition: {
    subtitle: '',
    locale,
    currency: 'EUR',
    shownParameters: [],
    datasets: {
      row: { sql: `SELECT ${NUMBER} AS n, -${NUMBER} AS negative, ${NUMBER}0 AS huge` },
    },
    tiles: TILES,
  },
}));

const service = useVisitedService({ dashboards });

interface Figure {
  tile: string;
  title: string | null;
  /** The text that is drawn. */
  shown: string;
  /** The text of the accessibility tree. */
  read: string;
  /** Whether the drawn text is inside of the tile, on one line unless the author allows no compact form. */
  isFitting: boolean;
}

const readFigures = (page: Page): Promise<Figure[]> =>
  page.locator('.figure').evaluateAll((figures) =>
    figures.map((figure) => {
      const spans = [...figure.children];
      const isDrawn = (node: Element): boolean =>
        getComputedStyle(node).display !== 'none' && node.getBoundingClientRect().width > 1;
      const drawn = spans.length > 0 ? spans.filter(isDrawn) : [figure];
      const range = document.createRange();
      const tile = figure.closest<HTMLElement>('.tile')!;
      const bounds = tile.getBoundingClientRect();
      return {
        tile: tile.dataset.tile!,
        title: figure.getAttribute('title'),
        shown: drawn.map((node) => node.textContent).join('|'),
        read: [...figure.childNodes]
          .filter((node) => !(node instanceof Element && node.ariaHidden === 'true'))
          .map((node) => node.textContent)
          .join('')
          .trim(),
        isFitting: drawn.every((node) => {
          range.selectNodeContents(node);
          const rects = [...range.getClientRects()];
          return (
            rects.length > 0 &&
            (tile.dataset.tile === 'plain' || rects.every(({ top }) => top === rects[0]!.top)) &&
            rects.every(({ left, right }) => left > bounds.left + 8 && right < bounds.right - 8)
          );
        }),
      };
    }),
  );

function open(width: number, locale: string): Promise<Page> {
  const dashboard = dashboards[LOCALES.indexOf(locale)]!;
  return service.visit(dashboard, { viewport: { width, height: 900 } });
}

it.for([
  [320, 'en'],
  [390, 'en'],
  [390, 'ar'],
  [760, 'de'],
  [1440, 'en'],
] as const)(
  'a number of 15 digits stays in its tile, %d px wide, in %s',
  async ([width, locale]) => {
    const page = await open(width, locale);
    const figures = await readFigures(page);
    expect(new Set(figures.map(({ tile }) => tile))).toEqual(new Set(Object.keys(STYLES)));
    expect(figures.filter(({ isFitting }) => !isFitting)).toEqual([]);
    for (const { shown, read, title } of figures) {
      if (shown !== read) expect(title).toBe(read);
    }
    await page.close();
  },
);

it('shows a compact form where the tile is narrow, and the whole number where it is wide', async () => {
  const shownAt = async (width: number): Promise<Record<string, string>> => {
    const page = await open(width, 'en');
    const figures = await readFigures(page);
    await page.close();
    expect(Object.fromEntries(figures.map(({ tile, read }) => [tile, read]))).toMatchObject({
      integer: '123,456,789,012,345',
      huge: '1,234,567,890,123,450',
    });
    return Object.fromEntries(figures.map(({ tile, shown }) => [tile, shown]));
  };
  expect(await shownAt(390)).toMatchObject({ integer: '123T', currency: '€123T', huge: '1.23E15' });
  expect(await shownAt(1440)).toMatchObject({
    integer: '123,456,789,012,345',
    narrow: '123T',
    currency: '€123,456,789,012,345',
    huge: '1.23E15',
  });
});
