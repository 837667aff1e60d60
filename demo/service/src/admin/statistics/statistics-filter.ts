import type { Company } from '../../state/company-store.ts';
import type { Period } from '../../state/statistics-store.ts';

/** What the filter's form holds, as it was given. */
export type FilterFields = Record<FilterName, string>;

/** A field of the form. */
export type FilterName = 'company' | 'from' | 'to';

/** The form, and what it asks for. */
export interface StatisticsFilter {
  fields: FilterFields;
  /** What is wrong, by field. */
  problems: Partial<FilterFields>;
  /** `null` where something is wrong. */
  period: Period | null;
}

/** Days of the period that a page begins with, today among them. */
export const DEFAULT_DAYS = 30;

/** Days that are written with ten characters, in the database as well. */
const DAY = /^2\d{3}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Three years, one of them a leap year. */
const MAX_DAYS = 3 * 365 + 1;

/** Reads the filter of an address: what is missing in it is all companies, and the last days until today. */
export function parseStatisticsFilter(
  query: Readonly<Record<string, string>>,
  companies: readonly Company[],
  now: number,
): StatisticsFilter {
  const to = query.to || toDay(now);
  const lastDay = isDay(to) ? to : toDay(now);
  const from = query.from || toFirstDay(lastDay, DEFAULT_DAYS);
  const fields = { company: query.company ?? '', from, to };
  const problems = findProblems(fields, companies);
  const companyId = fields.company ? Number(fields.company) : null;
  const period = Object.keys(problems).length ? null : { from, to, companyId };
  return { fields, problems, period };
}

/** The day, in UTC, of an instant. */
export function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** The first of a number of days that end with `lastDay`. */
export function toFirstDay(lastDay: string, days: number): string {
  return toDay(Date.parse(lastDay) - (days - 1) * DAY_MS);
}

function findProblems(
  { company, from, to }: FilterFields,
  companies: readonly Company[],
): Partial<FilterFields> {
  const problems: Partial<FilterFields> = {};
  if (company && !companies.some(({ id }) => String(id) === company)) {
    problems.company = 'There is no such company.';
  }
  if (!isDay(from)) problems.from = NO_DAY;
  if (!isDay(to)) problems.to = NO_DAY;
  if (problems.from || problems.to) return problems;
  if (from > to) problems.from = 'This is after the last day.';
  else if (from < toFirstDay(to, MAX_DAYS)) {
    problems.from = 'This is more than three years. Begin later.';
  }
  return problems;
}

const NO_DAY = 'This is no day. Write it like 2026-11-21.';

function isDay(text: string): boolean {
  const milliseconds = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // February 30 becomes a day in March.
  return !Number.isNaN(milliseconds) && toDay(milliseconds) === text;
}
