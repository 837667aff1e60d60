import { expect, test } from 'vitest';
import { createTile } from '../../service/src/admin/browser/editor/new-tile.ts';
import type { Tile } from '../../service/src/dashboard/definition.ts';
import { parseDraft } from '../../service/src/dashboard/draft-schema.ts';
import { TILE_KINDS } from '../../service/src/dashboard/tile-kinds.ts';

const COLUMNS = {
  names: ['month', 'region', 'sales', 'cost'],
  types: { month: 'date', region: 'text', sales: 'decimal', cost: 'decimal' },
  numbers: ['sales', 'cost'],
  plain: [],
} as const;

for (const kind of Object.keys(TILE_KINDS) as Tile['kind'][]) {
  test(`the service accepts a new tile of the kind ${kind}`, () => {
    const tile = createTile(kind, { id: 'tile-1', title: 'Sales', dataset: 'rows' }, COLUMNS);
    const { problems } = parseDraft({
      title: 'Sales',
      subtitle: '',
      currency: 'EUR',
      shownParameters: [],
      datasets: [{ name: 'rows', sql: 'SELECT 1' }],
      // Its author writes the text.
      tiles: [tile.kind === 'text' ? { ...tile, text: 'All sales.' } : tile],
    });
    expect(tile.kind).toBe(kind);
    expect(problems).toEqual([]);
  });
}
