import { type DraftProblem, toDashboard } from './dashboard-draft.ts';
import type { FindSource } from './dataset-sources.ts';
import type { Dashboard, Dataset, Tile } from './definition.ts';
import { findDatasets, parseDraft } from './draft-schema.ts';
import {
  type DatasetResult,
  type FailedDataset,
  runDashboard,
  type SqlParameters,
} from './run-dashboard.ts';

/** What a draft came to. */
export interface TriedDraft {
  /** What may be saved; `null` where there is a problem. */
  dashboard: Pick<Dashboard, 'title' | 'definition'> | null;
  /** By the datasets' names. */
  results: ReadonlyMap<string, DatasetResult>;
  /** Of each dataset that brought rows. */
  columns: Record<string, string[]>;
  problems: DraftProblem[];
}

/** How a draft is run. */
export interface DraftRun {
  parameters: SqlParameters;
  findSources: (dashboard: { datasets: Record<string, Dataset> }) => Promise<FindSource>;
  maxRows: number;
  signal: AbortSignal;
}

/**
 * Reads what an editor sends and runs its datasets: all that can be run, so that the author hears of the SQL while a
 * tile is not ready yet.
 */
export async function tryDraft(input: unknown, run: DraftRun): Promise<TriedDraft> {
  const { draft, problems } = parseDraft(input);
  const found = findDatasets(input);
  const datasets = Object.fromEntries(found);
  const findSource = await run.findSources({ datasets });
  const { parameters, maxRows, signal } = run;
  const byPlace = await runDashboard(findSource, { datasets }, parameters, maxRows, signal);
  const results = new Map(
    [...found].map(([place, { name }]) => [name, byPlace.get(String(place))!]),
  );
  const all = [
    ...problems,
    ...[...byPlace].flatMap(([place, result]) => toDatasetProblems(place, result)),
    ...(draft?.tiles.flatMap((tile, place) => findTileProblems(tile, place, results)) ?? []),
  ];
  const columns = Object.fromEntries(
    [...results].flatMap(([name, result]) =>
      'rows' in result && result.rows[0] ? [[name, Object.keys(result.rows[0])]] : [],
    ),
  );
  const dashboard = draft && all.length === 0 ? toDashboard(draft) : null;
  return { dashboard, results, columns, problems: all };
}

function toDatasetProblems(place: string, result: DatasetResult): DraftProblem[] {
  if (!('failure' in result)) return [];
  const field = result.failure === 'connection' ? 'connection' : 'sql';
  return [{ path: `datasets.${place}.${field}`, message: toMessage(result) }];
}

/** Why a connection fails is not told: its address is nothing that an author sees. */
function toMessage({ failure, reason }: FailedDataset): string {
  switch (failure) {
    case 'time-limit':
      return 'It ran too long and was stopped: let it read less.';
    case 'connection':
      return 'There is no such data connection, or its server cannot be reached.';
    case 'parameters':
      return `A value does not fit: ${reason}`;
    default:
      return reason || 'The database could not run it.';
  }
}

function findTileProblems(
  tile: Tile,
  place: number,
  results: ReadonlyMap<string, DatasetResult>,
): DraftProblem[] {
  const result = results.get(tile.dataset);
  const row = result && 'rows' in result ? result.rows[0] : null;
  if (!row) return [];
  return toColumnFields(tile)
    .filter(([, column]) => !Object.hasOwn(row, column))
    .map(([field]) => ({
      path: `tiles.${place}.${field}`,
      message: 'The dataset brings no such column: choose another one.',
    }));
}

/** The columns that a tile names, each with the field that names it. */
function toColumnFields(tile: Tile): [field: string, column: string][] {
  switch (tile.kind) {
    case 'number':
      return [
        ['value', tile.value],
        ...(tile.previous === undefined ? [] : [['previous', tile.previous] as [string, string]]),
      ];
    case 'table':
      return tile.columns.map(({ column }, index) => [`columns.${index}.column`, column]);
    case 'pie':
    case 'donut':
      return [
        ['category', tile.category],
        ['value', tile.value],
      ];
    default:
      return [
        ['category', tile.category],
        ...tile.series.map(({ column }, index): [string, string] => [
          `series.${index}.column`,
          column,
        ]),
      ];
  }
}
