/** The code of ISO 4217 for no currency: amounts of money have no sign. */
export const NO_CURRENCY = 'XXX';

/** The formats of numbers. `currency`: in the dashboard's currency. `percent`: 1 is 100 %. */
export const NUMBER_FORMATS = ['integer', 'decimal', 'currency', 'percent'] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** The formats of a chart's categories. `instant`: a date with a time. `week`: of ISO 8601. */
export const CATEGORY_FORMATS = [
  'text',
  'instant',
  'hour',
  'date',
  'week',
  'month',
  'quarter',
  'year',
] as const;
export type CategoryFormat = (typeof CATEGORY_FORMATS)[number];

/** The format in which a value is shown. */
export type ValueFormat = NumberFormat | CategoryFormat;

/** The notations of numbers. `plain`: without separators, for years and codes. `compact`: `1.2M`. */
export const NOTATIONS = ['full', 'compact', 'plain'] as const;
export type Notation = (typeof NOTATIONS)[number];

/** The author's settings for numbers. Everything else follows from the values. */
export interface NumberStyle {
  /** The number of decimal places. Default: by the size of the values. */
  digits?: number;
  /** The unit before the number. */
  before?: string;
  /** The unit after the number. */
  after?: string;
  /** Default: compact on axes and in heat maps, otherwise full. */
  notation?: Notation;
}

/** The format of values. The settings for numbers are ignored for other formats. */
export interface ValueStyle {
  format: ValueFormat;
  numbers?: NumberStyle;
}

/** Returns the format if it is one of categories. */
export function toCategoryFormat(format: ValueFormat): CategoryFormat | undefined {
  return CATEGORY_FORMATS.find((each) => each === format);
}

/** Returns whether values of the format are numbers. */
export function isNumberFormat(format: ValueFormat): format is NumberFormat {
  return (NUMBER_FORMATS as readonly ValueFormat[]).includes(format);
}
