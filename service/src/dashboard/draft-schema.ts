import { z } from 'zod';
import { isLanguageTag } from '../language-tag.ts';
import {
  type DashboardDraft,
  type DraftDataset,
  type DraftProblem,
  EMPTY_DRAFT,
} from './dashboard-draft.ts';
import { CATEGORY_FORMATS, NUMBER_FORMATS } from './definition.ts';

/** A draft that may be saved, or its problems. */
export type ParsedDraft =
  | { draft: DashboardDraft; problems: [] }
  | { draft: null; problems: DraftProblem[] };

/** PostgreSQL's text cannot hold a NUL, and its JSON cannot hold a lone surrogate. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const NAME = /^[a-z][\w-]{0,62}$/i;
const PARAMETER = /^[a-z_]\w*$/i;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** The largest number of datasets. There may be twice as many tiles. */
const MAX_DATASETS = 50;
const MAX_LIST = 30;
/** The author corrects the problems one by one. */
const MAX_PROBLEMS = 50;

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !UNSTORABLE.test(value), 'Remove the characters that cannot be saved.');

const filled = (max: number, message: string) =>
  text(max).refine((value) => value.trim() !== '', message);

const name = (what: string) =>
  z
    .string()
    .regex(
      NAME,
      `Give the ${what} a name of letters, digits, “-” and “_” that starts with a letter.`,
    );

const column = filled(200, 'Choose a column.');
const label = filled(200, 'Give it a label.');
const categoryFormat = z.enum(CATEGORY_FORMATS).optional();
const format = z.enum([...NUMBER_FORMATS, ...CATEGORY_FORMATS]);

const dataset = z.strictObject({
  name: name('dataset'),
  sql: filled(50_000, 'Write a SELECT that returns the rows.'),
  connection: filled(200, 'Choose a data connection.').optional(),
});

const datasetName = filled(63, 'Choose a dataset.');

const tileBase = {
  id: name('tile'),
  title: filled(200, 'Give the tile a title.'),
  dataset: datasetName,
  span: z.literal([3, 4, 5, 6, 7, 8, 12], 'Choose a width.'),
};

const series = z.strictObject({ column, label });
const tableColumn = series.extend({ format });

const tile = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      ...tileBase,
      kind: z.literal('number'),
      value: column,
      previous: column.optional(),
      format,
      better: z.enum(['higher', 'lower']).optional(),
      note: text(200),
      trend: z.strictObject({ dataset: datasetName, column }).optional(),
    }),
    z.strictObject({
      ...tileBase,
      kind: z.enum(['bar', 'line', 'area']),
      category: column,
      categoryFormat,
      splitBy: column.optional(),
      series: z.array(series).min(1, 'Add a series.').max(MAX_LIST),
      format,
      horizontal: z.boolean().optional(),
      stacked: z.boolean().optional(),
    }),
    z.strictObject({
      ...tileBase,
      kind: z.enum(['pie', 'donut']),
      category: column,
      value: column,
      format,
    }),
    z.strictObject({
      ...tileBase,
      kind: z.literal('table'),
      columns: z.array(tableColumn).min(1, 'Add a column.').max(MAX_LIST),
    }),
    z.strictObject({
      ...tileBase,
      kind: z.literal('scatter'),
      category: column,
      x: tableColumn,
      y: tableColumn,
    }),
    z.strictObject({
      ...tileBase,
      kind: z.literal('heatmap'),
      category: column,
      categoryFormat,
      splitBy: column,
      value: column,
      format,
    }),
  ],
  'Choose a kind of tile.',
);

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
    shownParameters: z
      .array(z.string().regex(PARAMETER, 'This is not a valid parameter name.'))
      .max(MAX_DATASETS),
    datasets: z.array(dataset).max(MAX_DATASETS),
    tiles: z.array(tile).max(2 * MAX_DATASETS),
  })
  .superRefine(({ datasets, tiles }, context) => {
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
    tiles.forEach((each, index) => {
      const check = (used: string, ...path: string[]): void => {
        if (names.includes(used)) return;
        complain('There is no such dataset: choose another one.', 'tiles', index, ...path);
      };
      check(each.dataset, 'dataset');
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
  const { error } = draft.safeParse(input);
  const isDraft = !error || error.issues.every(({ code }) => UNFINISHED.has(code));
  return isDraft ? (input as DashboardDraft) : null;
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
  const fallbacks = { title: title || '–', subtitle, currency, locale: undefined, shownParameters };
  const replaced = Object.entries(fallbacks).filter(([key]) => isFaulty(key));
  return parseDraft({
    ...given,
    ...Object.fromEntries(replaced),
    datasets: toSound(given.datasets, 'datasets'),
    tiles: toSound(given.tiles, 'tiles'),
  }).draft;
}

/** Returns the datasets of a draft that can run, by their indexes, even if other parts of the draft have problems. */
export function findDatasets(input: unknown): ReadonlyMap<number, DraftDataset> {
  const found = z.object({ datasets: z.array(z.unknown()).max(MAX_DATASETS) }).safeParse(input);
  const datasets = found.data?.datasets ?? [];
  return new Map(
    datasets.flatMap((each, index): [number, DraftDataset][] => {
      const { data } = dataset.safeParse(each);
      return data ? [[index, data]] : [];
    }),
  );
}

function toRepeated(values: string[]): number[] {
  return [...values.keys()].filter((index) => values.indexOf(values[index]!) !== index);
}

function toProblem(issue: z.core.$ZodIssue): DraftProblem {
  return { path: issue.path.map(String).join('.'), message: toMessage(issue) };
}

function toMessage(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `Shorten it to ${issue.maximum} characters.`
        : `At most ${issue.maximum} are allowed: remove some.`;
    case 'unrecognized_keys':
      return `Remove “${issue.keys[0]!.slice(0, 40)}”: there is no such field.`;
    case 'invalid_type':
      return `This must be of the type ${issue.expected}.`;
    case 'invalid_value':
      return issue.message.startsWith('Choose')
        ? issue.message
        : `Choose one of: ${issue.values.map(String).join(', ')}.`;
    default:
      return issue.message;
  }
}
