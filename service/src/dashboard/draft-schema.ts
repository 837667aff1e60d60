import { z } from 'zod';
import { isLanguageTag } from '../values/language-tag.ts';
import {
  type DashboardDraft,
  type DraftDataset,
  type DraftProblem,
  EMPTY_DRAFT,
} from './dashboard-draft.ts';
import { type Filter, hasData } from './definition.ts';
import { findFilterProblems } from './filter-problems.ts';
import { filter, hostParameter, MAX_FILTERS } from './filter-schema.ts';
import { filled, MAX_PARAMETERS, parameterNames, selectFields, text, tile } from './tile-schema.ts';
import { NO_CURRENCY } from '../values/value-style.ts';

/** A draft that may be saved, or its problems. */
export type ParsedDraft =
  | { draft: DashboardDraft; problems: [] }
  | { draft: null; problems: DraftProblem[] };

const CURRENCIES = new Set([NO_CURRENCY, ...Intl.supportedValuesOf('currency')]);
/** The largest number of datasets. There may be twice as many tiles. */
const MAX_DATASETS = 50;
/** The author corrects the problems one by one. */
const MAX_PROBLEMS = 50;

/**
 * Matches the name of a dataset: at most 63 characters, with spaces only inside. It starts with a letter, because objects
 * list names of digits before all others.
 */
const DATASET_NAME = /^(?=.{1,63}$)\p{L}(?:[\p{L}\p{M}\p{N}_ -]*[\p{L}\p{M}\p{N}_-])?$/u;

const dataset = z.strictObject({
  name: z
    .string()
    .regex(
      DATASET_NAME,
      'Give the dataset a name of letters, digits, spaces, “-” and “_” that starts with a letter.',
    ),
  ...selectFields,
});

const draft: z.ZodType<DashboardDraft> = z
  .strictObject({
    title: filled(200, 'Give the dashboard a title.'),
    subtitle: text(300),
    currency: z
      .string()
      .refine((code) => CURRENCIES.has(code), 'Choose an ISO 4217 currency, such as EUR.'),
    locale: text(100)
      .refine(isLanguageTag, 'Enter a language tag, such as de or pt-BR.')
      .optional(),
    shownParameters: parameterNames,
    requiredParameters: z.array(hostParameter).max(MAX_PARAMETERS).optional(),
    undecidedParameters: parameterNames.optional(),
    filters: z.array(filter).max(MAX_FILTERS).optional(),
    downloads: z.boolean().optional(),
    datasets: z.array(dataset).max(MAX_DATASETS),
    tiles: z.array(tile).max(2 * MAX_DATASETS),
  })
  .superRefine(({ datasets, tiles, filters = [] }, context) => {
    const names = datasets.map((each) => each.name);
    const ids = tiles.map(({ id }) => id);
    const complain = (message: string, ...path: (string | number)[]): void =>
      context.addIssue({ code: 'custom', message, path });
    for (const index of toRepeated(names)) {
      complain('Another dataset has this name: choose another one.', 'datasets', index, 'name');
    }
    for (const index of toRepeated(ids)) {
      complain('Another tile has this id: choose another one.', 'tiles', index, 'id');
    }
    for (const { message, path } of findFilterProblems(filters)) {
      complain(message, 'filters', ...path);
    }
    tiles.forEach((each, index) => {
      const check = (used: string, ...path: string[]): void => {
        if (names.includes(used)) return;
        complain('There is no such dataset: choose another one.', 'tiles', index, ...path);
      };
      if (hasData(each)) check(each.dataset, 'dataset');
      if ('trend' in each && each.trend) check(each.trend.dataset, 'trend', 'dataset');
    });
  });

/** Parses a draft that an editor sends. Runs no SQL. */
export function parseDraft(input: unknown): ParsedDraft {
  const { data, error } = draft.safeParse(input);
  if (data) return { draft: data, problems: [] };
  return { draft: null, problems: error.issues.slice(0, MAX_PROBLEMS).map(toProblem) };
}

/** The faults of an unfinished draft. No editor sends a draft with any other fault. */
const UNFINISHED = new Set(['custom', 'invalid_format', 'too_big', 'too_small']);

/** Returns a draft that may be unfinished; `null` for input that no editor sends. Runs no SQL. */
export function parseUnfinishedDraft(input: unknown): DashboardDraft | null {
  const issues = draft.safeParse(input).error?.issues ?? [];
  if (!issues.every(({ code }) => UNFINISHED.has(code))) return null;
  const halves = toHalves(input, issues);
  return halves?.every((half) => parseUnfinishedDraft(half)) ? (input as DashboardDraft) : null;
}

/**
 * Returns copies of a draft that have together the items of its lists that are too long: the schema looks at none of those
 * items. `null` for a list that is more than twice too long, which no editor sends.
 */
function toHalves(input: unknown, issues: readonly z.core.$ZodIssue[]): unknown[] | null {
  const long = issues.flatMap((issue) =>
    issue.code === 'too_big' && issue.origin === 'array'
      ? { path: issue.path, most: Number(issue.maximum) }
      : [],
  );
  if (long.length === 0) return [];
  let [first, second] = [input, input];
  for (const { path, most } of long) {
    if (findList(input, path).length > 2 * most) return null;
    first = replaceList(first, path, (list) => list.slice(0, most));
    second = replaceList(second, path, (list) => list.slice(most));
  }
  return [first, second];
}

function findList(input: unknown, path: readonly PropertyKey[]): unknown[] {
  return path.reduce((part, key) => (part as Parts)[key], input) as unknown[];
}

type Parts = Record<PropertyKey, unknown>;

/** Returns a copy in which the list at a path is another one. */
function replaceList(
  input: unknown,
  [key, ...rest]: readonly PropertyKey[],
  change: (list: readonly unknown[]) => unknown[],
): unknown {
  if (key === undefined) return change(input as unknown[]);
  const copy = (
    Array.isArray(input) ? [...(input as unknown[])] : { ...(input as object) }
  ) as Parts;
  copy[key] = replaceList(copy[key], rest, change);
  return copy;
}

/** The fields that must be right in each definition: with a wrong one, each opening fails, or nobody can open it. */
const NEEDED = new Set<unknown>(['requiredParameters', 'locale', 'currency']);
/** The faults with which a dashboard can be shown, next to a wrong width of a tile. */
const SHOWN = new Set([...UNFINISHED, 'unrecognized_keys']);

/** Returns the faults of a draft with which it cannot be shown, such as a missing field or an unknown kind. */
export function findWrongFields(input: unknown): DraftProblem[] {
  const issues = draft.safeParse(input).error?.issues ?? [];
  const isWrong = (issue: z.core.$ZodIssue): boolean =>
    (!SHOWN.has(issue.code) && issue.path.at(-1) !== 'span') ||
    NEEDED.has(issue.path[0]) ||
    isNumberIssue(issue) ||
    isRepeatedId(issue);
  return issues.filter(isWrong).map(toProblem);
}

/** Returns whether two tiles have one id. Files and the choices of filters would show the wrong one of them. */
function isRepeatedId({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'custom' && path[0] === 'tiles' && path[2] === 'id';
}

/** Returns whether a number is too small or too large. */
function isNumberIssue(issue: z.core.$ZodIssue): boolean {
  return 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
}

/** Returns a draft without the parts for which {@link parseDraft} found a problem; `null` if nothing is left. */
export function parseSoundParts(
  input: unknown,
  problems: readonly DraftProblem[],
): DashboardDraft | null {
  const given = (input ?? {}) as Partial<DashboardDraft>;
  const isFaulty = (path: string): boolean =>
    problems.some((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
  const toSound = <Item>(list: readonly Item[] | undefined, place: string): Item[] =>
    Array.isArray(list) ? list.filter((_, index) => !isFaulty(`${place}.${index}`)) : [];
  const { title, subtitle, currency, shownParameters } = EMPTY_DRAFT;
  const fallbacks = {
    title: title || '–',
    subtitle,
    currency,
    shownParameters,
    requiredParameters: undefined,
    undecidedParameters: undefined,
    locale: undefined,
    downloads: undefined,
  };
  const replaced = Object.entries(fallbacks).filter(([key]) => isFaulty(key));
  const left = {
    ...given,
    ...Object.fromEntries(replaced),
    ...(given.filters && { filters: toSound(given.filters, 'filters') }),
    datasets: toSound(given.datasets, 'datasets'),
    tiles: toSound(given.tiles, 'tiles'),
  };
  const parsed = parseDraft(left);
  // A range without its end has a problem only now.
  const isFewer = parsed.problems.some(({ path }) => /^(filters|datasets|tiles)\.\d/.test(path));
  return isFewer ? parseSoundParts(left, parsed.problems) : parsed.draft;
}

/** Returns the datasets of a draft that can run, by their indexes, even if other parts of the draft have problems. */
export function findDatasets(input: unknown): ReadonlyMap<number, DraftDataset> {
  return findItems(input, 'datasets', dataset, MAX_DATASETS);
}

/** Returns the filters of a draft without problems of their own, by their indexes. */
export function findFilters(input: unknown): ReadonlyMap<number, Filter> {
  return findItems(input, 'filters', filter, MAX_FILTERS);
}

const listFilter = filter.options[0]
  .pick({ parameter: true })
  .extend({ multiple: z.literal(true) })
  .loose();

/** Returns the parameters that the application must set, even if their names have problems. */
export function findRequired(input: unknown): string[] {
  return [...findItems(input, 'requiredParameters', z.string(), MAX_PARAMETERS).values()];
}

/** Returns filters with several values that bind lists, even if they have problems: the SQL needs the lists to run. */
export function findListFilters(input: unknown): Filter[] {
  const found = findItems(input, 'filters', listFilter, MAX_FILTERS);
  return [...found.values()].map(({ parameter }) => {
    return { kind: 'choice', parameter, label: parameter, multiple: true, list: [] };
  });
}

function findItems<Item>(
  input: unknown,
  list: string,
  schema: z.ZodType<Item>,
  max: number,
): ReadonlyMap<number, Item> {
  const found = z.object({ [list]: z.array(z.unknown()).max(max) }).safeParse(input);
  const items = found.data?.[list] ?? [];
  return new Map(
    items.flatMap((each, index): [number, Item][] => {
      const { success, data } = schema.safeParse(each);
      return success ? [[index, data]] : [];
    }),
  );
}

function toRepeated(values: string[]): number[] {
  return [...values.keys()].filter((index) => values.indexOf(values[index]!) !== index);
}

/** Returns an issue of a schema as a problem. */
export function toProblem(issue: z.core.$ZodIssue): DraftProblem {
  return { path: issue.path.map(String).join('.'), message: toMessage(issue) };
}

function toMessage(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      if (isNumberIssue(issue)) return `Enter at most ${issue.maximum}.`;
      return issue.origin === 'string'
        ? `Shorten it to ${issue.maximum} characters.`
        : `At most ${issue.maximum} are allowed: remove some.`;
    case 'too_small':
      return isNumberIssue(issue) ? `Enter at least ${issue.minimum}.` : issue.message;
    case 'unrecognized_keys':
      return `Remove “${issue.keys[0]!.slice(0, 40)}”: there is no such field.`;
    case 'invalid_type':
      return `This must be of the type ${issue.expected}.`;
    case 'invalid_union':
      return issue.message.startsWith('Choose') ? issue.message : 'Choose a kind.';
    case 'invalid_value':
      return issue.message.startsWith('Choose')
        ? issue.message
        : `Choose one of: ${issue.values.map(String).join(', ')}.`;
    default:
      return issue.message;
  }
}
