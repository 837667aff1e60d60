import type { DashboardDraft } from './dashboard-draft.ts';
import { type Filter, toTileName } from './definition.ts';
import { toFilterKey } from './filter-value.ts';

type Part = Exclude<keyof DashboardDraft, 'datasets' | 'filters' | 'tiles'>;

/** The names of the parts of a draft in a change. */
const PARTS: Record<Part, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  currency: 'Currency',
  locale: 'Language',
  downloads: 'Permission to download',
  shownParameters: 'Parameters shown to the reader',
  requiredParameters: 'Parameters that the application must set',
  undecidedParameters: 'Parameters to decide about',
};

/** Returns the changes that publishing a draft makes, as sentences. Empty if nothing changes. */
export function describeChanges(published: DashboardDraft | null, draft: DashboardDraft): string[] {
  if (!published) return ['The dashboard is published for the first time.'];
  const parts = (Object.keys(PARTS) as Part[]).filter((key) => !isSame(published[key], draft[key]));
  return [
    ...parts.map((key) => `${PARTS[key]} changes.`),
    ...describeList('Dataset', published.datasets, draft.datasets, {
      idOf: ({ name }) => name,
      titleOf: ({ name }) => name,
    }),
    ...describeList('Filter', published.filters ?? [], draft.filters ?? [], {
      idOf: toFilterKey,
      titleOf: toFilterName,
    }),
    ...describeList('Tile', published.tiles, draft.tiles, {
      idOf: ({ id }) => id,
      titleOf: toTileName,
    }),
  ];
}

/** Returns the names of the parts of a draft that have the fields at some paths, each once. */
export function nameParts(draft: DashboardDraft, paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => namePart(draft, path)))];
}

function namePart({ datasets, filters = [], tiles }: DashboardDraft, path: string): string {
  const [list, index] = path.split('.');
  const place = Number(index);
  const [dataset, filter, tile] = [datasets[place], filters[place], tiles[place]];
  if (list === 'datasets' && dataset) return `Dataset “${dataset.name}”`;
  if (list === 'filters' && filter) return `Filter “${toFilterName(filter)}”`;
  if (list === 'tiles' && tile) return `Tile “${toTileName(tile)}”`;
  return PARTS[list as Part] ?? 'Dashboard';
}

function toFilterName({ label, parameter }: Filter): string {
  return label || parameter;
}

interface ItemNames<Item> {
  idOf: (item: Item) => string;
  titleOf: (item: Item) => string;
}

function describeList<Item>(
  kind: string,
  before: readonly Item[],
  after: readonly Item[],
  { idOf, titleOf }: ItemNames<Item>,
): string[] {
  const old = new Map(before.map((item) => [idOf(item), item]));
  const fresh = new Map(after.map((item) => [idOf(item), item]));
  const added = after.filter((item) => !old.has(idOf(item)));
  const removed = before.filter((item) => !fresh.has(idOf(item)));
  const changed = after.filter((item) => old.has(idOf(item)) && !isSame(old.get(idOf(item)), item));
  const kept = (items: readonly Item[]): string[] =>
    items.map(idOf).filter((id) => old.has(id) && fresh.has(id));
  return [
    ...added.map((item) => `${kind} “${titleOf(item)}” is new.`),
    ...changed.map((item) => `${kind} “${titleOf(item)}” changes.`),
    ...removed.map((item) => `${kind} “${titleOf(item)}” is removed.`),
    ...(isSame(kept(before), kept(after)) ? [] : [`The order of ${kind.toLowerCase()}s changes.`]),
  ];
}

/** Compares by content. A missing property equals an undefined one. */
function isSame(one: unknown, other: unknown): boolean {
  return toSortedText(one) === toSortedText(other);
}

function toSortedText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
