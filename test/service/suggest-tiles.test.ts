import { describe, expect, it } from 'vitest';
import { suggestTiles } from '../../service/src/admin/browser/editor/suggest-tiles.ts';
import type { DatasetColumns } from '../../service/src/dashboard/dashboard-draft.ts';
import { isNumberType, type ColumnType } from '../../service/src/database/column-type.ts';

function columnsOf(types: Record<string, ColumnType>): DatasetColumns {
  const names = Object.keys(types);
  return { names, types, numbers: names.filter((name) => isNumberType(types[name]!)) };
}

/** Returns the suggested tiles: the kind, width and title of each. */
const suggested = (types: Record<string, ColumnType>, rowCount = 20): string[] =>
  suggestTiles(columnsOf(types), rowCount).map(
    ({ kind, title, span }) => `${kind} ${span}: ${title}`,
  );

describe('the suggested tiles', () => {
  it('suit the types of the columns', () => {
    expect(suggested({ month: 'date', net_revenue: 'decimal' })).toEqual([
      'line 8: Net revenue by month',
      'bar 8: Net revenue by month',
      'table 4: Net revenue by month',
    ]);
    expect(suggested({ region: 'text', orders: 'integer' }, 4)).toEqual([
      'bar 6: Orders by region',
      'donut 4: Orders by region',
      'table 4: Orders by region',
    ]);
    expect(suggested({ region: 'text', orders: 'integer' }, 40)).not.toContain('donut');
    expect(suggested({ product: 'text', price: 'decimal', units: 'integer' })[1]).toBe(
      'scatter 6: Units and price',
    );
    expect(suggested({ n: 'integer' }, 1)[0]).toBe('number 3: N');
    expect(suggested({ a: 'text', b: 'boolean' })).toEqual(['table 4: a, b']);
    expect(suggested({})).toEqual([]);
  });

  it('split several rows per date', () => {
    const columns = columnsOf({ region: 'text', month: 'date', orders: 'integer' });
    const [line] = suggestTiles(columns, 90);
    expect(line).toMatchObject({ kind: 'line', category: 'month', splitBy: 'region' });
    expect(line!.title).toBe('Orders by month and region');
  });

  it('are as wide as their columns need', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`c${index}`, 'text' as const]),
    );
    expect(suggestTiles(columnsOf(wide), 3)[0]!.span).toBe(12);
  });
});
