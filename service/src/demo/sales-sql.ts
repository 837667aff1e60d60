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

/**
 * Returns the sales of the last months and of the same months a year before that meet a condition. `recent`
 * distinguishes the two. `day` is the day of the order, in the last year for both.
 */
export function toComparedSales(condition: string): string {
  return `(SELECT * FROM (
      SELECT *, ordered_on > DATE '2025-10-31' AS recent,
        (ordered_on + CASE WHEN ordered_on > DATE '2025-10-31'
          THEN INTERVAL '0' ELSE INTERVAL '1 year' END)::date AS day
      FROM sales WHERE ${isCompared('ordered_on')}) AS compared
    WHERE ${condition}) AS sales`;
}
