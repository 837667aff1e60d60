import type { Dashboard, Tile } from 'embedded-dashboard-service';
import type { ChartContent } from '../../service/src/tiles/tile-data.ts';

/** A tile without the parts that have a default: `id`, `title`, `span`, and the first dataset as `dataset`. */
export type TestTile = { kind: Tile['kind'] } & Record<string, unknown>;

/** The texts of a dashboard, and the other parts of its definition. */
type Parts = Partial<
  Pick<Dashboard, 'title'> & Omit<Dashboard['definition'], 'tiles' | 'datasets'>
>;

/** Returns a dashboard that applications may open. Its GUID ends in `number`. */
export function testDashboard(
  number: number,
  datasets: Record<string, string>,
  tiles: readonly TestTile[],
  { title = `Dashboard ${number}`, ...parts }: Parts = {},
): Dashboard {
  return {
    guid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    title,
    accessible: true,
    definition: {
      subtitle: '',
      currency: 'EUR',
      shownParameters: [],
      datasets: Object.fromEntries(Object.entries(datasets).map(([name, sql]) => [name, { sql }])),
      tiles: tiles.map(
        (tile, index): Tile =>
          ({
            id: `tile-${index}`,
            title: 'Tile',
            span: 6,
            dataset: Object.keys(datasets)[0],
            ...tile,
          }) as unknown as Tile,
      ),
      ...parts,
    },
  };
}

/**
 * Returns a dashboard with a number tile for the column `n` of each dataset. The tiles have the datasets' names.
 * `changes` holds for all tiles.
 */
export function figuresDashboard(
  number: number,
  datasets: Record<string, string>,
  changes: Partial<TestTile> = {},
): Dashboard {
  const figure = { kind: 'number', value: 'n', format: 'integer', note: '', span: 3 } as const;
  const tiles = Object.keys(datasets).map((id) =>
    Object.assign({ id, title: id, dataset: id }, figure, changes),
  );
  return testDashboard(number, datasets, tiles);
}

/** Returns the state of a tile in a page: `ready`, `empty`, `unfit` or `error`. */
export function stateOf(page: string, id: string): string | undefined {
  return new RegExp(`data-tile="${id}"[^>]*data-state="(\\w+)"`).exec(page)?.[1];
}

/** Returns the markup of a tile in a page. */
export function tileOf(page: string, id: string): string {
  return new RegExp(`data-tile="${id}"[\\s\\S]*?</section>`).exec(page)![0];
}

/** Returns the content of a tile's chart, as the page's script gets it. */
export function chartOf(page: string, id: string): ChartContent {
  const [, data] = /<script type="application\/json">(.*?)<\/script>/s.exec(tileOf(page, id))!;
  return JSON.parse(data!) as ChartContent;
}
