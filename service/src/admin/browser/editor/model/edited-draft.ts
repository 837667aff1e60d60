import type { DashboardDraft, DraftDataset } from '../../../../dashboard/dashboard-draft.ts';
import { hasData, type Tile } from '../../../../dashboard/definition.ts';
import { findNames } from '../../../../database/dialects.ts';
import { toFilterKey } from '../../../../dashboard/filter-value.ts';
import { findMainConnection } from './main-connection.ts';
import { findDraftParameters } from './sql-parameter-names.ts';

/** A dataset and its key, which is its initial name. Tiles refer to the key, so the name may change. */
export interface EditedDataset extends DraftDataset {
  key: string;
}

/**
 * A draft in the editor. Its tiles refer to datasets by key, which keeps the reference while a name is being typed. It
 * lists the parameters that the application may leave out, so that each new one is required.
 */
export interface EditedDraft extends Omit<DashboardDraft, 'datasets'> {
  datasets: EditedDataset[];
  /** Names in lower case. */
  optionalParameters: string[];
  /** Those of them about which the author has not decided, in lower case. */
  undecidedParameters: string[];
}

/** Returns a draft in the form that the editor changes. */
export function toEdited(draft: DashboardDraft): EditedDraft {
  const { requiredParameters, undecidedParameters = [] } = draft;
  const required = toLowerCase(requiredParameters ?? []);
  const own = toLowerCase(findOwnParameters(draft));
  return {
    ...draft,
    datasets: draft.datasets.map((each) => ({ ...each, key: each.name })),
    optionalParameters: own.filter((name) => !required.includes(name)),
    undecidedParameters: requiredParameters ? toLowerCase(undecidedParameters) : own,
  };
}

/**
 * Returns the draft in the form that the service reads, in which tiles refer to datasets by name. Removes spaces around
 * names, and shown parameters that no SQL uses.
 */
export function toSent({ optionalParameters, ...draft }: EditedDraft): DashboardDraft {
  const names = new Set(toLowerCase(findDraftParameters(draft)));
  const requiredParameters = toRequired(draft, optionalParameters);
  const undecided = findUndecided(draft);
  return {
    ...draft,
    requiredParameters,
    undecidedParameters: requiredParameters && undecided.length > 0 ? undecided : undefined,
    shownParameters: draft.shownParameters.filter((name) => names.has(name.toLowerCase())),
    datasets: draft.datasets.map(withoutKey),
    tiles: draft.tiles.map((tile) => toSentTile(draft, tile)),
  };
}

/** Returns the parameters that no filter sets. The application sets them. */
function findOwnParameters(draft: Pick<DashboardDraft, 'datasets' | 'filters'>): string[] {
  const { filters = [] } = draft;
  return findDraftParameters(draft).filter(
    (name) => !filters.some((filter) => toFilterKey(filter) === name.toLowerCase()),
  );
}

/** Returns the parameters about which the author has not decided. */
export function findUndecided(draft: Omit<EditedDraft, 'optionalParameters'>): string[] {
  const { undecidedParameters } = draft;
  return findOwnParameters(draft).filter((name) =>
    undecidedParameters.includes(name.toLowerCase()),
  );
}

/** Required parameters that a SELECT does not use. */
export interface UnusedParameters {
  names: readonly string[];
  /** Whether the SELECT uses no required parameter at all. */
  isAll: boolean;
}

/** Returns the required parameters that a SELECT does not use. Blank SQL needs none. */
export function findUnused(draft: EditedDraft, sql: string): UnusedParameters {
  const used = findNames(sql);
  const required = toRequired(draft, draft.optionalParameters) ?? [];
  const isUnused = (name: string): boolean =>
    sql.trim() !== '' && !used.includes(name.toLowerCase());
  const names = required.filter(isUnused);
  return { names, isAll: names.length === required.length };
}

/**
 * Returns the parameters that the application must set. Keeps their order and their spelling. `undefined` until the author of
 * a dashboard from before this choice decides.
 */
function toRequired(
  draft: Omit<EditedDraft, 'optionalParameters'>,
  optional: readonly string[],
): string[] | undefined {
  const { requiredParameters: before } = draft;
  const names = findOwnParameters(draft).filter((name) => !optional.includes(name.toLowerCase()));
  const left = toLowerCase(names);
  const kept = (before ?? []).filter((name) => left.includes(name.toLowerCase()));
  const added = names.filter((name) => !toLowerCase(kept).includes(name.toLowerCase()));
  return before || added.length > 0 ? [...kept, ...added] : undefined;
}

function toLowerCase(names: readonly string[]): string[] {
  return names.map((name) => name.toLowerCase());
}

function toSentTile(draft: Pick<EditedDraft, 'datasets'>, tile: Tile): Tile {
  if (!hasData(tile)) return tile;
  const dataset = toDatasetName(draft, tile.dataset);
  if (tile.kind !== 'number' || !tile.trend) return { ...tile, dataset };
  const trend = { ...tile.trend, dataset: toDatasetName(draft, tile.trend.dataset) };
  return { ...tile, dataset, trend };
}

function withoutKey(edited: EditedDataset): DraftDataset {
  const { key: _, ...dataset } = edited;
  return { ...dataset, name: dataset.name.trim() };
}

/** Returns the name of a dataset by its key; for a removed dataset the key, unless another one has that name. */
export function toDatasetName({ datasets }: Pick<EditedDraft, 'datasets'>, key: string): string {
  const dataset = datasets.find((each) => each.key === key);
  const isTaken = datasets.some(({ name }) => name.trim() === key);
  return dataset?.name.trim() ?? (isTaken ? '' : key);
}

/**
 * Creates a dataset with a name that no other dataset and no tile uses. Its connection is that of the other datasets.
 */
export function createDataset({ datasets, tiles }: EditedDraft): EditedDataset {
  const known = new Set([
    ...datasets.flatMap(({ name, key }) => [name, key]),
    ...tiles.filter(hasData).map(({ dataset }) => dataset),
    ...tiles.flatMap((tile) => ('trend' in tile && tile.trend ? tile.trend.dataset : [])),
  ]);
  let number = datasets.length + 1;
  while (known.has(`data${number}`)) number += 1;
  const name = `data${number}`;
  const connection = findMainConnection(datasets);
  return { key: name, name, sql: '', ...(connection && { connection }) };
}
