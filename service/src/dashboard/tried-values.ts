import { toNumberedSql } from '../database/named-parameters.ts';
import type { DraftProblem } from './dashboard-draft.ts';
import type { Dataset } from './definition.ts';
import { FILTER_PREFIX } from './filter-query.ts';
import type { DatasetResult, SqlParameters } from './run-dashboard.ts';
import type { FilteredResults } from './run-filtered.ts';

/** The length limit of GetToken. */
const MAX_LENGTH = 8192;

type Results = ReadonlyMap<string, DatasetResult>;

const NONE: Results = new Map();

/** The values that an author tries. */
export interface Trial {
  /** The values of parameters. They lock filters, as those of a token do. */
  parameters: SqlParameters;
  /** The fields of the preview's filter form. */
  chosen: readonly (readonly [name: string, value: string])[];
}

const NOTHING: Trial = { parameters: {}, chosen: [] };

/** The results of datasets that ran with an author's trial values. */
export interface TriedDatasets {
  results: Results;
  /** The filters, which the trial values lock. */
  filters: FilteredResults['filters'];
  /**
   * The results by which the datasets are judged. If a dataset fails because of a value, its result without any value.
   */
  judged: Results;
  /** The problems of the values. */
  problems: DraftProblem[];
}

/** Runs datasets with trial values, and separates problems of a value from problems of a dataset. */
export async function runWithValues(
  datasets: Record<string, Dataset>,
  { parameters, chosen }: Trial,
  run: (datasets: Record<string, Dataset>, trial: Trial) => Promise<FilteredResults>,
): Promise<TriedDatasets> {
  const { values, problems } = parseValues(parameters);
  const { results, filters } = await run(datasets, { parameters: values, chosen });
  const tried = { ...toChosen(chosen), ...values };
  const suspects = Object.entries(datasets).flatMap(([name, dataset]) => {
    const result = results.get(name)!;
    const given = findGiven(dataset, tried);
    const isSuspect = 'failure' in result && result.failure === 'parameters' && given.length > 0;
    return isSuspect ? [{ name, dataset, given, reason: result.reason }] : [];
  });
  const again = suspects.map(({ name, dataset }) => [name, dataset] as const);
  const without = again.length > 0 ? (await run(Object.fromEntries(again), NOTHING)).results : NONE;
  const unfit = suspects.filter(({ name }) => !('failure' in without.get(name)!));
  return {
    results,
    filters,
    judged: new Map([...results, ...without]),
    problems: [
      ...problems,
      ...unfit.flatMap(({ given, reason }) => toUnfitProblems(given, tried, reason)),
    ],
  };
}

/** Returns the names of the parameters of a SELECT that have a trial value. */
function findGiven({ sql }: Dataset, tried: SqlParameters): string[] {
  return toNumberedSql(sql).names.filter((name) => Object.hasOwn(tried, name));
}

/** Returns the choices by the names of their parameters, in lower case. */
function toChosen(chosen: Trial['chosen']): SqlParameters {
  const filled = chosen.flatMap(([field, value]): [string, string][] => {
    const name = field.toLowerCase();
    const isChosen = name.startsWith(FILTER_PREFIX) && value !== '';
    return isChosen ? [[name.slice(FILTER_PREFIX.length), value]] : [];
  });
  return Object.fromEntries(filled);
}

/** Returns the values that a dataset can take, and the problems of the others. */
function parseValues(parameters: SqlParameters) {
  const all = Object.entries(parameters);
  const problems = all.flatMap(([name, value]) => {
    const message = findFault(value);
    return message ? [toProblem(name, message)] : [];
  });
  return { values: Object.fromEntries(all.filter(([, value]) => !findFault(value))), problems };
}

function findFault(value: string): string | null {
  if (value.length > MAX_LENGTH) return `Shorten it to ${MAX_LENGTH} characters.`;
  return value.includes('\0') ? 'Remove the characters that cannot be saved.' : null;
}

/** Reports the values that the database's message quotes, or all values of the dataset if it quotes none. */
function toUnfitProblems(
  given: readonly string[],
  values: SqlParameters,
  reason: string,
): DraftProblem[] {
  const quoted = given.filter((name) => reason.includes(`"${values[name]}"`));
  const message = `A value does not fit: ${reason}`;
  return (quoted.length > 0 ? quoted : given).map((name) => toProblem(name, message));
}

function toProblem(name: string, message: string): DraftProblem {
  return { path: `parameters.${name}`, message };
}
