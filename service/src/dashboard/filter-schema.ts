import { z } from 'zod';
import { filled, selectFields, text } from './tile-schema.ts';
import { MAX_FILTER_VALUE } from './filter-value.ts';

/**
 * The name of a parameter that a host can set. The service does not depend on the package that calls it, so it has its own
 * copy of this rule.
 */
export const hostParameter = z
  .string()
  .regex(
    /^(?!__)[a-z_]\w{0,63}$/i,
    'Rename it in the SQL: at most 64 letters, digits and “_”, and no digit or “__” at the start.',
  );
/** The largest number of filters, as that of the parameters of a host. */
export const MAX_FILTERS = 16;
/** The largest number of choices of a filter, and of its default values. */
export const MAX_CHOICES = 1000;

const value = text(MAX_FILTER_VALUE);

const base = {
  /** The SQL parameter that the filter sets. Names are case-insensitive. */
  parameter: hostParameter,
  label: filled(200, 'Give the filter a label.'),
  /** The values until the reader chooses others. Default: none, which is NULL. Only `multiple` may have several. */
  default: z.array(value).max(MAX_CHOICES).optional(),
  /** The column of datasets whose marks set the filter with a click. Default: the name of the parameter. */
  column: filled(200, 'Enter the name of a column.').optional(),
  /** Whether the reader has to choose a value. Without a default, a required choice has the first of its list. */
  required: z.boolean().optional(),
};

const choice = z.strictObject({
  kind: z.literal('choice'),
  ...base,
  /** Whether the parameter is a list of values: `region = ANY(:Region)`. */
  multiple: z.boolean().optional(),
  /** The values and their labels. The default label is the value. Either `list` or `select` is set. */
  list: z
    .array(z.strictObject({ value, label: filled(200, 'Give it a label.').optional() }))
    .max(MAX_CHOICES)
    .optional(),
  /**
   * A SELECT of the values. A second column has their labels. It may use parameters of the token and of other filters.
   */
  select: z.strictObject(selectFields).optional(),
});

/** A control with which readers set an SQL parameter that the token leaves open. */
export const filter = z.discriminatedUnion('kind', [
  choice,
  z.strictObject({
    kind: z.literal('date'),
    ...base,
    /** The parameter of the date filter that ends the range that this one starts. */
    rangeEnd: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('number'), ...base }),
  z.strictObject({ kind: z.literal('text'), ...base }),
]);
