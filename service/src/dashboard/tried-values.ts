import { toNumberedSql } from '../database/named-parameters.ts';
import type { DraftProblem } from './dashboard-draft.ts';
import type { Dataset } from './definition.ts';
import type { DatasetResult, SqlParameters } from './run-dashboard.ts';
import type { FilteredResults } from './run-filtered.ts';

/** The length limit of GetToken. */
const MAX_LENGTH = 8192;

type Results = ReadonlyMap<string, DatasetResult>;

const NONE: Results = new Map();

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

/** Runs datasets with parameter values, and separates problems of a value from problems of a dataset. */
export async function runWithValues(
  datasets: Record<string, Dataset>,
  parameters: SqlParameters,
  run: (datasets: Record<string, Dataset>, values: SqlParameters) => Promise<FilteredResults>,
): Promise<TriedDatasets> {
  const { values, problems } = parseValues(parameters);
  const { results, filters } = await run(datasets, values);
  const suspects = Object.entries(datasets).flatMap(([name, dataset]) => {
    const result = results.get(name)!;
    const given = toNumberedSql(dataset.sql).names.filter((each) => Object.hasOwn(values, each));
    const isSuspect = 'failure' in result && result.failure === 'parameters' && given.length > 0;
    return isSuspect ? [{ name, dataset, given, reason: result.reason }] : [];
  });
  const again = suspects.map(({ name, dataset }) => [name, dataset] as const);
  const without = again.length > 0 ? (await run(Object.fromEntries(again), {})).results : NONE;
  const unfit = suspects.filter(({ name }) => !('failure' in without.get(name)!));
  return {
    results,
    filters,
    judged: new Map([...results, ...without]),
    problems: [
      ...problems,
      ...unfit.flatMap(({ given, reason }) => toUnfitProblems(given, values, reason)),
    ],
  };
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
