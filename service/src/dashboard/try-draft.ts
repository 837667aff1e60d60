import { findAddedColumns } from './added-columns.ts';
import { isNumberType } from '../values/column-type.ts';
import { DatabaseError, type Row, type RowSet } from '../database/database.ts';
import {
  type DashboardDraft,
  type DatasetColumns,
  type DraftDataset,
  type DraftProblem,
  toDashboard,
} from './dashboard-draft.ts';
import { toDatasetFacts } from './column-facts.ts';
import { toColumnUses } from './column-uses.ts';
import {
  type Dashboard,
  type DashboardDefinition,
  type Filter,
  hasData,
  type Tile,
} from './definition.ts';
import {
  findDatasets,
  findFilters,
  findListFilters,
  findRequired,
  parseDraft,
  parseSoundParts,
} from './draft-schema.ts';
import { findSelect } from './filter-order.ts';
import { parseFilterQuery, RefusedChoice } from './filter-query.ts';
import { toFilterKey } from './filter-value.ts';
import { findMissing } from './required-parameters.ts';
import { isPlain } from '../values/plain-numbers.ts';
import type { FailedDataset } from './dataset-failure.ts';
import type { DatasetResult, FindSource, RunOptions } from './run-dashboard.ts';
import { type FilteredDatasets, type FilteredResults, runFiltered } from './run-filtered.ts';
import type { SetFilter } from './run-filters.ts';
import { runWithValues, type Trial } from './tried-values.ts';

/** The result of trying a draft. */
export interface TriedDraft {
  /** The dashboard to save; `null` if the draft has a problem. Problems of trial values do not count. */
  dashboard: Pick<Dashboard, 'title' | 'definition'> | null;
  /** The required parameters without a value. GetToken would refuse them, so there is neither a preview nor a row. */
  missing: string[];
  /** The parts without a problem, for a preview; `null` if no tile is left. */
  sound: Pick<Dashboard, 'title' | 'definition'> | null;
  /** The results by dataset name. */
  results: ReadonlyMap<string, DatasetResult>;
  /** The filters of {@link sound}. Values of parameters lock them, as a token does. */
  filters: readonly SetFilter[];
  /** The columns of each dataset that ran. */
  columns: Record<string, DatasetColumns>;
  problems: DraftProblem[];
}

/** The options of each run. The values that an author tries are those of a token. */
type TrialOptions = Omit<RunOptions, 'locked'>;

/** The options for running a draft. */
export interface DraftRun extends TrialOptions, Trial {
  findSources: (
    dashboard: Pick<DashboardDefinition, 'datasets' | 'filters'>,
  ) => Promise<FindSource>;
}

/**
 * Parses the draft of an editor, and runs all datasets that can run. So the author gets SQL errors even while a tile is
 * unfinished.
 */
export async function tryDraft(
  input: unknown,
  { parameters, chosen, findSources, ...options }: DraftRun,
): Promise<TriedDraft> {
  const { draft, problems } = parseDraft(input);
  const found = findDatasets(input);
  const datasets = Object.fromEntries(found);
  const shown = draft ?? parseSoundParts(input, problems);
  const sound = shown?.filters ?? [];
  const unsound = findListFilters(input).filter((list) => !sound.some(isSameAs(list)));
  const head = { tiles: toPlaced(shown, found), filters: [...sound, ...unsound] };
  const findSource = await findSources({ datasets, ...head });
  const tried = await runWithValues(datasets, { parameters, chosen }, (some, trial) =>
    runTrial(findSource, { datasets: some, ...head }, trial, options),
  );
  const byName = (byPlace: ReadonlyMap<string, DatasetResult>) =>
    new Map([...found].map(([place, { name }]) => [name, byPlace.get(String(place))!]));
  const columns = toColumnsByName(found, byName(tried.judged.results));
  const own = [
    ...problems,
    ...[...tried.judged.results].flatMap(([place, result]) =>
      toSelectProblems(`datasets.${place}`, result, datasets[place]!.sql),
    ),
    ...findListProblems(tried.judged.filters, findFilters(input)),
    ...(draft?.tiles.flatMap((tile, place) => findTileProblems(tile, place, columns)) ?? []),
  ];
  const dashboard = draft && own.length === 0 ? toDashboard(draft) : null;
  const missing = findMissing({ requiredParameters: findRequired(input) }, tried.values);
  const isRefused = missing.length > 0;
  return {
    dashboard,
    missing,
    sound: isRefused ? null : toSound(shown, columns),
    results: isRefused ? new Map() : byName(tried.results),
    filters: tried.filters.slice(0, sound.length),
    columns,
    problems: [...own, ...tried.problems],
  };
}

/** Runs datasets with trial values. Ignores all choices if a change of the draft has made one of them invalid. */
async function runTrial(
  findSource: FindSource,
  asked: FilteredDatasets,
  { parameters, chosen }: Trial,
  options: TrialOptions,
): Promise<FilteredResults> {
  const run = { ...options, locked: parameters };
  try {
    const query = parseFilterQuery(chosen, asked.filters ?? [], parameters);
    return await runFiltered(findSource, asked, run, query);
  } catch (error) {
    if (!(error instanceof RefusedChoice || error instanceof DatabaseError)) throw error;
    return runFiltered(findSource, asked, run);
  }
}

function toColumnsByName(
  datasets: ReadonlyMap<number, DraftDataset>,
  results: ReadonlyMap<string, DatasetResult>,
): Record<string, DatasetColumns> {
  const columns = [...datasets.values()].flatMap(({ name, sql }) => {
    const result = results.get(name)!;
    if (!('columns' in result)) return [];
    const known = toDatasetColumns(result);
    return [[name, { ...known, sums: findAddedColumns(sql, known.names) }] as const];
  });
  return Object.fromEntries(columns);
}

/** Returns the tiles of a draft with the places of their datasets as names. */
function toPlaced(
  draft: DashboardDraft | null,
  datasets: ReadonlyMap<number, DraftDataset>,
): Tile[] {
  const places = new Map([...datasets].map(([place, { name }]) => [name, String(place)]));
  return (draft?.tiles ?? []).map((tile) =>
    hasData(tile) ? Object.assign({ ...tile }, { dataset: places.get(tile.dataset) ?? '' }) : tile,
  );
}

function toSound(
  draft: DashboardDraft | null,
  columns: Record<string, DatasetColumns>,
): TriedDraft['sound'] {
  const tiles = draft?.tiles.filter((tile) => findTileProblems(tile, 0, columns).length === 0);
  return draft && tiles?.length ? toDashboard({ ...draft, tiles }) : null;
}

/** Returns the problems of the lists of filters. `places`: the filters of the draft by their indexes. */
function findListProblems(
  filters: readonly SetFilter[],
  places: ReadonlyMap<number, Filter>,
): DraftProblem[] {
  return filters.flatMap(({ filter, failed }) => {
    const select = findSelect(filter);
    if (!select || !failed) return [];
    const isSame = isSameAs(filter);
    const [place] = [...places].find(([, each]) => isSame(each))!;
    return toSelectProblems(`filters.${place}.select`, failed, select.sql);
  });
}

function isSameAs(filter: Filter): (other: Filter) => boolean {
  return (other) => toFilterKey(other) === toFilterKey(filter);
}

function toSelectProblems(place: string, result: DatasetResult, sql: string): DraftProblem[] {
  if (!('failure' in result)) return [];
  const { failure, offset } = result;
  const field = failure === 'connection' ? 'connection' : 'sql';
  const path = `${place}.${field}`;
  const message = toMessage(result);
  if (offset === undefined) return [{ path, message }];
  const line = sql.slice(0, offset).split('\n').length;
  return [{ path, message: sql.includes('\n') ? `Line ${line}: ${message}` : message, offset }];
}

/**
 * Does not give the reason of a failed connection, because authors may not see its address. Its hint says which driver is
 * missing.
 */
function toMessage({ failure, reason, hint }: FailedDataset): string {
  switch (failure) {
    case 'time-limit':
      return 'The query took too long. Change it to read fewer rows.';
    case 'connection':
      return hint ?? 'There is no such data connection, or its server cannot be reached.';
    case 'parameters':
      return `A value does not fit: ${reason}`;
    default:
      return hint ? `${reason}. ${hint}` : reason || 'The database could not run it.';
  }
}

/** Describes the columns of a result for the editor. */
export function toDatasetColumns({ columns, rows }: RowSet): DatasetColumns {
  const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
  const names = columns.map(({ name }) => name);
  const numbers = names.filter((name) => isNumberType(types[name]!) || holdsNumbers(rows, name));
  const plain = numbers.filter((name) =>
    isPlain(
      name,
      rows.map((row) => row[name]),
    ),
  );
  return { names, types, numbers, plain, facts: toDatasetFacts({ columns, rows }, plain) };
}

/** Returns whether all values of a text column, such as a field of JSON, are numbers. */
function holdsNumbers(rows: readonly Row[], name: string): boolean {
  const texts = rows.flatMap((row) => row[name] ?? []).map(String);
  return (
    texts.length > 0 && texts.every((text) => text.trim() !== '' && !Number.isNaN(Number(text)))
  );
}

function findTileProblems(
  tile: Tile,
  place: number,
  columns: Record<string, DatasetColumns>,
): DraftProblem[] {
  if (!hasData(tile)) return [];
  return toColumnUses(tile).flatMap(({ field, column, isNumeric, dataset = tile.dataset }) => {
    const known = Object.hasOwn(columns, dataset) ? columns[dataset]! : null;
    if (!known) return [];
    const path = `tiles.${place}.${field}`;
    if (!known.names.includes(column)) {
      return { path, message: 'The dataset has no such column. Choose another one.' };
    }
    if (isNumeric && !known.numbers.includes(column)) {
      return { path, message: 'Not all of its values are numbers. Choose another column.' };
    }
    return [];
  });
}
