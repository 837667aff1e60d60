import type { ScatterTile } from '../dashboard/definition.ts';
import type { Row } from '../database/database.ts';
import { type NamedCategory, toNamed } from './share-parts.ts';

/** A point of a scatter chart. */
export interface ScatterPoint extends NamedCategory {
  x: number;
  y: number;
}

/** Returns a point for each row that has both numbers. */
export function toPoints(
  { category, x, y }: ScatterTile,
  rows: readonly Row[],
  toName: (value: unknown) => string,
): ScatterPoint[] {
  return rows.flatMap((row) => {
    const values = [row[x.column], row[y.column]];
    if (values.some((value) => value === null || value === undefined)) return [];
    const [left, right] = values.map(Number) as [number, number];
    if (!Number.isFinite(left) || !Number.isFinite(right)) return [];
    return [{ ...toNamed(row[category], toName), x: left, y: right }];
  });
}
