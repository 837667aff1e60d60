import { type DatasetColumns, type DraftProblem, toDashboard } from './dashboard-draft.ts';
import type { FindSource } from './dataset-sources.ts';
import type { Dashboard, Dataset, Tile, ValueFormat } from './definition.ts';
import { findDatasets, parseDraft } from './draft-schema.ts';
import {
  type DatasetResult,
  type FailedDataset,
  runDashboard,
  type RunOptions,
  type SqlParameters,
} from './run-dashboard.ts';
import { runWithValues } from './tried-values.ts';

/** What a draft came to. */
export interface TriedDraft {
  /** What may be saved; `null` where it has a problem. A value that it is tried with is no part of it. */
  dashboard: Pick<Dashboard, 'title' | 'definition'> | null;
  /** By the datasets' names. */
  results: ReadonlyMap<string, DatasetResult>;
  /** Of each dataset that brought rows. */
  columns: Record<string, DatasetColumns>;
  problems: DraftProblem[];
}

/** How a draft is run. */
export interface DraftRun extends RunOptions {
  parameters: SqlParameters;
  findSources: (dashboard: { datasets: Record<string, Dataset> }) => Promise<FindSource>;
}

/**
 * Reads what an editor sends and runs its datasets: all that can be run, so that the author hears of the SQL while a
 * tile is not ready yet.
 */
export async function tryDraft(
  input: unknown,
  { parameters, findSources, ...options }: DraftRun,
): Promise<TriedDraft> {
  const { draft, problems } = parseDraft(input);
  const found = findDatasets(input);
  const datasets = Object.fromEntries(found);
  const findSource = await findSources({ datasets });
  const tried = await runWithValues(datasets, parameters, (some, values) =>
    runDashboard(findSource, { datasets: some }, values, options),
  );
  const byName = (byPlace: ReadonlyMap<string, DatasetResult>) =>
    new Map([...found].map(([place, { name }]) => [name, byPlace.get(String(place))!]));
  const columns = Object.fromEntries(
    [...byName(tried.judged)].flatMap(([name, result]) => {
      const known = toColumns(result);
      return known ? [[name, known]] : [];
    }),
  );
  const own = [
    ...problems,
    ...[...tried.judged].flatMap(([place, result]) => toDatasetProblems(place, result)),
    ...(draft?.tiles.flatMap((tile, place) => findTileProblems(tile, place, columns)) ?? []),
  ];
  const dashboard = draft && own.length === 0 ? toDashboard(draft) : null;
  return {
    dashboard,
    results: byName(tried.results),
    columns,
    problems: [...own, ...tried.problems],
  };
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

/** `null` where there are no rows to tell by. */
function toColumns(result: DatasetResult): DatasetColumns | null {
  if (!('rows' in result) || !result.rows[0]) return null;
  const { rows } = result;
  const names = Object.keys(result.rows[0]);
  return { names, numbers: names.filter((name) => rows.every((row) => isNumber(row[name]))) };
}

/** Decimals and big integers arrive as text. */
function isNumber(value: unknown): boolean {
  if (value === null || typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
}

function findTileProblems(
  tile: Tile,
  place: number,
  columns: Record<string, DatasetColumns>,
): DraftProblem[] {
  const known = Object.hasOwn(columns, tile.dataset) ? columns[tile.dataset]! : null;
  if (!known) return [];
  return toColumnUses(tile).flatMap(({ field, column, isNumeric }) => {
    const path = `tiles.${place}.${field}`;
    if (!known.names.includes(column)) {
      return { path, message: 'The dataset brings no such column: choose another one.' };
    }
    if (isNumeric && !known.numbers.includes(column)) {
      return { path, message: 'Not all of its values are numbers: choose another column.' };
    }
    return [];
  });
}

/** A column that a tile names, and whether it can be nothing but numbers. */
interface ColumnUse {
  field: string;
  column: string;
  isNumeric: boolean;
}

function toColumnUses(tile: Tile): ColumnUse[] {
  switch (tile.kind) {
    case 'number':
      return [
        { field: 'value', column: tile.value, isNumeric: isForNumbers(tile.format) },
        ...(tile.previous === undefined
          ? []
          : [{ field: 'previous', column: tile.previous, isNumeric: true }]),
      ];
    case 'table':
      return tile.columns.map(({ column, format }, index) => ({
        field: `columns.${index}.column`,
        column,
        isNumeric: isForNumbers(format),
      }));
    case 'pie':
    case 'donut':
      return [
        { field: 'category', column: tile.category, isNumeric: false },
        { field: 'value', column: tile.value, isNumeric: true },
      ];
    default:
      return [
        { field: 'category', column: tile.category, isNumeric: false },
        ...tile.series.map(({ column }, index) => ({
          field: `series.${index}.column`,
          column,
          isNumeric: true,
        })),
      ];
  }
}

function isForNumbers(format: ValueFormat): boolean {
  return format !== 'text' && format !== 'date' && format !== 'month';
}
