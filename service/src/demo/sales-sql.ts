/** Filters by the SQL parameter `Region`. Default: all regions. */
export const IN_REGION = '(:Region::text IS NULL OR region = :Region)';

/** The period of the SQL parameter `Months`, at most a year. Default: a year. */
const PERIOD = `make_interval(months => least(coalesce(:Months::text, '12')::integer, 12))`;

/** Returns the condition for a day of the last months, up to the end of October 2026. */
export function isRecent(column: string): string {
  return `${column} > DATE '2026-10-31' - ${PERIOD}`;
}

/** Returns the condition for a day of the last months, or of the same months a year before. */
export function isCompared(column: string): string {
  return `(${isRecent(column)} OR
    ${column} > DATE '2025-10-31' - ${PERIOD} AND ${column} <= DATE '2025-10-31')`;
}

/** The sales of the last months and of the same months a year before. `recent` distinguishes the two. */
export const COMPARED_SALES = `(SELECT *, ordered_on > DATE '2025-10-31' AS recent FROM sales
  WHERE ${isCompared('ordered_on')} AND ${IN_REGION}) AS sales`;
