import type { Filter } from 'embedded-dashboard-service';

/** The datasets of a dashboard that sells goods in three cities of two regions. */
export const datasets = {
  sold: `SELECT * FROM (VALUES ('Oslo', 'North', 3, 1), ('Bergen', 'North', 2, 1), ('Rome', 'South', 4, 2))
  AS sold (city, region, n, returned) WHERE :Region IS NULL OR region = :Region`,
};

/** The filter of its rows. */
export const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  list: [{ value: 'North' }, { value: 'South' }],
};
export const base = { span: 6, format: 'integer' } as const;
/** A chart with two series. */
export const bars = {
  ...base,
  kind: 'bar',
  title: 'Sold',
  category: 'city',
  series: [
    { column: 'n', label: 'Number' },
    { column: 'returned', label: 'Returned' },
  ],
} as const;
