import { z } from 'zod';
import { AXIS_KINDS, type AxisKind } from './axis-kinds.ts';
import { findRefusedLink } from './markdown.ts';
import { isLinkTemplate } from './row-link.ts';
import { findUnstorable, UNSTORABLE_FAULT } from './storable-text.ts';
import {
  CATEGORY_FORMATS,
  NOTATIONS,
  NUMBER_FORMATS,
  type NumberStyle,
} from '../values/value-style.ts';

const PARAMETER = /^[a-z_]\w*$/i;
/** The largest number of parameters in a list. */
export const MAX_PARAMETERS = 50;
const TILE_ID = /^[a-z][\w-]{0,62}$/i;
/** The largest number of decimal places. */
const MAX_DIGITS = 12;
const MAX_REFERENCES = 5;
const MAX_RULES = 5;
/** The largest number of characters of a text tile. */
const MAX_TEXT = 10_000;
/** The smallest and the largest number of bars of a histogram that an author may ask for. */
const MIN_BINS = 2;
const MAX_BINS = 50;
/** The largest number of columns or series. */
const MAX_LIST = 30;

/** A text of at most `max` characters that the database can save. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => findUnstorable(value) === -1, UNSTORABLE_FAULT);

/** A text that is not empty. */
export const filled = (max: number, message: string) =>
  text(max).refine((value) => value.trim() !== '', message);

const tileId = z
  .string()
  .regex(
    TILE_ID,
    'Give the tile a name of letters, digits, “-” and “_” that starts with a letter.',
  );

const column = filled(200, 'Choose a column.');
const label = filled(200, 'Give it a label.');
/** The period that each value of a category represents. Default: each is shown as the database has it. */
const categoryFormat = z.enum(CATEGORY_FORMATS).optional();
/**
 * Whether the sum of several values is a value of the same kind, as for sums and counts, but not for averages. Only then
 * does a chart combine rows of one name, and small parts. Default: false.
 */
const addsUp = z.boolean().optional();
const unit = text(20).optional();
const numberStyle: z.ZodType<NumberStyle> = z.strictObject({
  digits: z.int().min(0).max(MAX_DIGITS).optional(),
  before: unit,
  after: unit,
  notation: z.enum(NOTATIONS).optional(),
});
const valueStyle = {
  format: z.enum([...NUMBER_FORMATS, ...CATEGORY_FORMATS]),
  numbers: numberStyle.optional(),
};

/** A list of SQL parameters. */
export const parameterNames = z
  .array(z.string().regex(PARAMETER, 'This is not a valid parameter name.'))
  .max(MAX_PARAMETERS);

/** A SELECT, the data connection that it runs on, and the required parameters that it leaves out on purpose. */
export const selectFields = {
  sql: filled(50_000, 'Write a SELECT that returns the rows.'),
  connection: filled(200, 'Choose a data connection.').optional(),
  ignoredParameters: parameterNames.optional(),
};

/** The name of a dataset that a tile shows. */
const datasetName = filled(63, 'Choose a dataset.');

const box = {
  /** Unique within the dashboard. In the page, it is the value of `data-tile`. */
  id: tileId,
  title: filled(200, 'Give the tile a title.'),
  /** The width in columns of a grid of twelve, on a wide page. */
  span: z.literal([3, 4, 5, 6, 7, 8, 12], 'Choose a width.'),
};

const tileBase = {
  ...box,
  /** The name of a dataset of the dashboard. */
  dataset: datasetName,
};

export const series = z.strictObject({ column, label });
export const tableColumn = series.extend(valueStyle);

/** Without `splitBy`, an author may set how a series is drawn. */
const chartSeries = series.extend({
  /** Whether a line only serves comparison. It is gray and dashed. */
  comparison: z.boolean().optional(),
  /** Whether it is a line over vertical bars. */
  line: z.boolean().optional(),
  /** Whether its values belong to the second axis. */
  second: z.boolean().optional(),
});

const scatterAxis = tableColumn.extend({
  /** Whether the distance of two values is their ratio. Values of zero or less have a linear axis. */
  logarithmic: z.boolean().optional(),
});

/** A number that an author has not entered yet is `null`. */
const number = z
  .number()
  .nullable()
  .refine((value): boolean => value !== null, 'Enter a number.');

/** `column`: the first value of a column, such as a target. `average`: the average of a column. */
export const reference = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('value'), label, value: number }),
  z.strictObject({ kind: z.literal('band'), label, value: number, to: number }),
  z.strictObject({ kind: z.enum(['column', 'average']), label, column }),
]);

const colorRule = z.strictObject({
  when: z.enum(['atLeast', 'below']),
  limit: number,
  style: z.enum(['good', 'bad', 'notice']),
});

const rowColumn = tableColumn.extend({
  /** The value below the column, over all rows of the dataset. Default: none. */
  total: z.enum(['sum', 'average']).optional(),
  /** Whether a bar behind each number shows its size. */
  bar: z.boolean().optional(),
  /** The first rule that a number meets decides its color. */
  rules: z.array(colorRule).max(MAX_RULES).optional(),
  /** An address of https for each cell. `{column}` is the value of the row. */
  link: text(1000)
    .refine(
      isLinkTemplate,
      'Enter an address that starts with https:// and a host, such as https://app.example.com/{id}.',
    )
    .optional(),
});

const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('value'), value: number }),
  z.strictObject({ kind: z.literal('column'), column }),
]);

const numberTile = z.strictObject({
  ...tileBase,
  kind: z.literal('number'),
  value: column,
  previous: column.optional(),
  ...valueStyle,
  /** The direction of a good change. Default: `higher`. */
  better: z.enum(['higher', 'lower']).optional(),
  /** The comparison or the unit. */
  note: text(200),
  /** The value to reach: fixed, or from a column of the first row. */
  target: target.optional(),
  /** The column of a dataset for the trend line below the figure, in the order of its rows. */
  trend: z.strictObject({ dataset: datasetName, column }).optional(),
});

const axisTile = z.strictObject({
  ...tileBase,
  kind: z.enum(Object.keys(AXIS_KINDS) as AxisKind[]),
  category: column,
  categoryFormat,
  /** A column whose values become the series, for datasets with several rows per category. */
  splitBy: column.optional(),
  /** Whether each value of `splitBy` has a small chart of its own. All have the same axes. */
  multiples: z.boolean().optional(),
  /** With `splitBy`, only the first one is shown. */
  series: z.array(chartSeries).min(1, 'Add a series.').max(MAX_LIST),
  addsUp,
  ...valueStyle,
  /** Whether bars are horizontal, for long category names. */
  horizontal: z.boolean().optional(),
  /** For bars and areas. */
  stacked: z.boolean().optional(),
  /** The value of periods without a row. Default: none, which leaves a gap. */
  missing: z.literal('zero').optional(),
  /** The titles of the axes. A unit follows the title. Default: none. */
  valueTitle: text(200).optional(),
  categoryTitle: text(200).optional(),
  /** The start of the axis of lines. Default: `values` if their range is below a fifth of their size, else `zero`. */
  start: z.enum(['zero', 'values']).optional(),
  /** Whether the axis of lines is logarithmic. Values of zero or less have a linear axis. */
  logarithmic: z.boolean().optional(),
  /** The axis on the right, for series of another unit. */
  secondAxis: z
    .strictObject({ title: filled(200, 'Give the second axis a title.'), ...valueStyle })
    .optional(),
  references: z.array(reference).max(MAX_REFERENCES).optional(),
});

const shareTile = z.strictObject({
  ...tileBase,
  kind: z.enum(['pie', 'donut']),
  category: column,
  categoryFormat,
  value: column,
  addsUp,
  ...valueStyle,
});

const tableTile = z.strictObject({
  ...tileBase,
  kind: z.literal('table'),
  columns: z.array(rowColumn).min(1, 'Add a column.').max(MAX_LIST),
});

const scatterTile = z.strictObject({
  ...tileBase,
  kind: z.literal('scatter'),
  /** The names of the points. */
  category: column,
  categoryFormat,
  x: scatterAxis,
  y: scatterAxis,
});

const histogramTile = z.strictObject({
  ...tileBase,
  kind: z.literal('histogram'),
  value: column,
  ...valueStyle,
  /** The approximate number of bars: their limits are round numbers. Default: by the number of values. */
  bins: z
    .number()
    .nullable()
    .refine(isBinCount, `Enter a whole number from ${MIN_BINS} to ${MAX_BINS}.`)
    .optional(),
  /** The title of the axis of values. A unit follows the title. Default: none. */
  valueTitle: text(200).optional(),
});

const heatMapTile = z.strictObject({
  ...tileBase,
  kind: z.literal('heatmap'),
  /** The columns of the table. */
  category: column,
  categoryFormat,
  /** The rows of the table. */
  splitBy: column,
  value: column,
  addsUp,
  ...valueStyle,
});

const markdown = filled(MAX_TEXT, 'Write the text.').superRefine((value, context) => {
  const link = findRefusedLink(value);
  if (link === null) return;
  const message = `Links must start with https://, unlike “${link.slice(0, 60)}”.`;
  context.addIssue({ code: 'custom', message });
});

const textTile = z.strictObject({
  ...box,
  kind: z.literal('text'),
  /** It may be empty. */
  title: text(200),
  /** Markdown, as CommonMark defines it, without HTML and images. */
  text: markdown,
});

const headingTile = z.strictObject({ ...box, kind: z.literal('heading'), span: z.literal(12) });

/** A tile of a draft. Its type is `Tile`. */
export const tile = z.discriminatedUnion(
  'kind',
  [
    numberTile,
    axisTile,
    shareTile,
    tableTile,
    scatterTile,
    histogramTile,
    heatMapTile,
    textTile,
    headingTile,
  ],
  'Choose a kind of tile.',
);

function isBinCount(count: number | null): boolean {
  return Number.isInteger(count) && count! >= MIN_BINS && count! <= MAX_BINS;
}
