import type { DraftProblem } from '../../dashboard/dashboard-draft.ts';
import { type Dashboard, hasData } from '../../dashboard/definition.ts';
import type { DatasetResult } from '../../dashboard/run-dashboard.ts';
import { toTileData } from '../../tiles/tile-data.ts';
import { en } from '../../words/en.ts';
import { backOfficeFormatter } from '../back-office-formats.ts';

/** Returns advice for tiles that cannot show their rows. Such hints do not prevent saving a draft. */
export function findTileHints(
  { definition }: Pick<Dashboard, 'definition'>,
  results: ReadonlyMap<string, DatasetResult>,
): DraftProblem[] {
  const source = { results, formatter: backOfficeFormatter, words: en };
  return definition.tiles.flatMap((tile, place) => {
    if (!hasData(tile)) return [];
    const data = toTileData(tile, source);
    if (data.state !== 'unfit' || data.problem !== 'repeatedCategories') return [];
    const hasSplit = 'splitBy' in tile && tile.splitBy !== undefined;
    const canSplit = 'series' in tile && !hasSplit;
    const where = hasSplit ? 'here and in “Split by”' : 'here';
    const ways = canSplit
      ? 'In “Split by”, choose the column that distinguishes them. Or add them up in the SQL,'
      : 'Add them up in the SQL,';
    const message = `Several rows have the same value ${where}. ${ways} or turn on “Values add up”.`;
    return [{ path: `tiles.${place}.category`, message }];
  });
}
