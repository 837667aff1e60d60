import type { Dashboard } from 'embedded-dashboard-service';

function tile(id: string) {
  return {
    id,
    kind: 'number',
    title: id,
    dataset: id,
    value: 'n',
    format: 'integer',
    note: '',
    span: 3,
  };
}

/** Returns a dashboard with a number tile for the column `n` of each dataset. */
export function figuresDashboard(digit: number, datasets: Record<string, string>): Dashboard {
  return {
    guid: `00000000-0000-4000-8000-00000000000${digit}`,
    title: `Dashboard ${digit}`,
    accessible: true,
    definition: {
      subtitle: '',
      currency: 'EUR',
      shownParameters: [],
      datasets: Object.fromEntries(Object.entries(datasets).map(([id, sql]) => [id, { sql }])),
      tiles: Object.keys(datasets).map(tile) as Dashboard['definition']['tiles'],
    },
  };
}

/** Returns the state of a tile in a page: `ready`, `empty`, `unfit` or `error`. */
export function stateOf(page: string, id: string): string | undefined {
  return new RegExp(`data-tile="${id}"[^>]*data-state="(\\w+)"`).exec(page)?.[1];
}
