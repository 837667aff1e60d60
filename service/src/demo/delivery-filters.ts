import type { Filter } from '../dashboard/definition.ts';
import { CARRIERS } from './company.ts';
import { IN_REGION } from './sales-sql.ts';

/** Filters by the parameter `AllowedRegions`, which is for tokens: regions with commas. Default: all regions. */
const IS_ALLOWED = `(:AllowedRegions::text IS NULL
  OR region = ANY(string_to_array(:AllowedRegions, ',')))`;

/** The filters of the deliveries. Tokens limit the regions to choose from by `AllowedRegions`. */
export const DELIVERY_FILTERS: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    select: { sql: `SELECT DISTINCT region FROM customers WHERE ${IS_ALLOWED} ORDER BY region` },
  },
  {
    kind: 'choice',
    parameter: 'Country',
    label: 'Country',
    select: {
      sql: `SELECT DISTINCT country FROM customers
        WHERE ${IS_ALLOWED} AND ${IN_REGION} ORDER BY country`,
    },
  },
  {
    kind: 'choice',
    parameter: 'Carriers',
    label: 'Carriers',
    column: 'carrier',
    multiple: true,
    list: CARRIERS.map(({ carrier }) => ({ value: carrier })),
  },
  { kind: 'date', parameter: 'Start', label: 'Ordered from', rangeEnd: 'End', column: 'month' },
  { kind: 'date', parameter: 'End', label: 'To' },
];

/** The conditions that a chart may lack, so that it still shows the other values to choose. */
const toConditions = (day: string) => ({
  country: '(:Country::text IS NULL OR country = :Country)',
  carriers: '(:Carriers::text[] IS NULL OR carrier = ANY(:Carriers))',
  period: `${day} BETWEEN coalesce(:Start::date, '-infinity') AND coalesce(:End::date, 'infinity')`,
});

/**
 * Returns the condition for an order that the token allows, in the chosen region. `choices` are the other filters to
 * apply, and `day` is the column of the date that is compared with the period.
 */
export function isChosen(
  day: string,
  ...choices: (keyof ReturnType<typeof toConditions>)[]
): string {
  const conditions = toConditions(day);
  return [IS_ALLOWED, IN_REGION, ...choices.map((choice) => conditions[choice])].join(' AND ');
}
