import { DAY_MS } from '../../values/calendar.ts';
import type { CompanyName } from '../../state/company-store.ts';
import type { Period } from '../../state/statistics-store.ts';

/** The values of the filter's form, as they were given. */
export type FilterFields = Record<FilterName, string>;

/** A field of the form. */
export type FilterName = 'company' | 'from' | 'to';

/** The filter's form, and the period that it selects. */
export interface StatisticsFilter {
  fields: FilterFields;
  /** The problems by field. */
  problems: Partial<FilterFields>;
  /** The selected period; `null` if a field has a problem. */
  period: Period | null;
}

/** The number of days of the default period, including today. */
export const DEFAULT_DAYS = 30;

/** Matches days that have ten characters in the database, too. */
const DAY = /^2\d{3}-\d{2}-\d{2}$/;
/** The longest period: three years, one of them a leap year. */
const MAX_DAYS = 3 * 365 + 1;

/** Parses the filter of an address. Default: all companies, and the last {@link DEFAULT_DAYS} days. */
export function parseStatisticsFilter(
  query: Readonly<Record<string, string>>,
  companies: readonly CompanyName[],
  now: number,
): StatisticsFilter {
  const to = query.to || toDay(now);
  const lastDay = isDay(to) ? to : toDay(now);
  const from = query.from || toFirstDay(lastDay, DEFAULT_DAYS);
  const fields = { company: query.company ?? '', from, to };
  const problems = findProblems(fields, companies);
  // All of one company are its own.
  const [only] = companies.length === 1 ? companies : [];
  const companyId = fields.company ? Number(fields.company) : (only?.id ?? null);
  const period = Object.keys(problems).length ? null : { from, to, companyId };
  return { fields, problems, period };
}

/** Returns the UTC day of an instant. */
export function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Returns the first day of a period that ends with `lastDay`. */
export function toFirstDay(lastDay: string, days: number): string {
  return toDay(Date.parse(lastDay) - (days - 1) * DAY_MS);
}

function findProblems(
  { company, from, to }: FilterFields,
  companies: readonly CompanyName[],
): Partial<FilterFields> {
  const problems: Partial<FilterFields> = {};
  if (company && !companies.some(({ id }) => String(id) === company)) {
    problems.company = 'There is no such company.';
  }
  if (!isDay(from)) problems.from = NO_DAY;
  if (!isDay(to)) problems.to = NO_DAY;
  if (problems.from || problems.to) return problems;
  if (from > to) problems.from = 'The first day is after the last day.';
  else if (from < toFirstDay(to, MAX_DAYS)) {
    problems.from = 'The period is more than three years. Choose a later day.';
  }
  return problems;
}

const NO_DAY = 'Enter a valid date, such as 2026-11-21.';

function isDay(text: string): boolean {
  const milliseconds = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // February 30 becomes a day in March.
  return !Number.isNaN(milliseconds) && toDay(milliseconds) === text;
}
