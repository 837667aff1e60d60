import { toNumberedSql } from '../database/named-parameters.ts';
import type { DraftProblem } from './dashboard-draft.ts';
import type { Dataset } from './definition.ts';
import type { DatasetResult, SqlParameters } from './run-dashboard.ts';

/** GetToken takes no longer ones. */
const MAX_LENGTH = 8192;

type Results = ReadonlyMap<string, DatasetResult>;

/** Datasets that were run with the values that their author tries. */
export interface TriedDatasets {
  results: Results;
  /** What the datasets are to be judged by: of one that fails for a value, what it comes to without any. */
  judged: Results;
  /** What is wrong with the values. */
  problems: DraftProblem[];
}

/** Runs datasets with the values of parameters, and tells what is wrong with a value from what is with a dataset. */
export async function runWithValues(
  datasets: Record<string, Dataset>,
  parameters: SqlParameters,
  run: (datasets: Record<string, Dataset>, values: SqlParameters) => Promise<Results>,
): Promise<TriedDatasets> {
  const { values, problems } = parseValues(parameters);
  const results = await run(datasets, values);
  const suspects = Object.entries(datasets).flatMap(([name, dataset]) => {
    const result = results.get(name)!;
    const given = toNumberedSql(dataset.sql).names.filter((each) => Object.hasOwn(values, each));
    const isSuspect = 'failure' in result && result.failure === 'parameters' && given.length > 0;
    return isSuspect ? [{ name, dataset, given, reason: result.reason }] : [];
  });
  const again = suspects.map(({ name, dataset }) => [name, dataset] as const);
  const without = await run(Object.fromEntries(again), {});
  const unfit = suspects.filter(({ name }) => !('failure' in without.get(name)!));
  return {
    results,
    judged: new Map([...results, ...without]),
    problems: [
      ...problems,
      ...unfit.flatMap(({ given, reason }) => toUnfitProblems(given, values, reason)),
    ],
  };
}

/** The values that can be given to a dataset, and what is wrong with the others. */
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
  return value.includes('\0') ? 'Take out the characters that cannot be kept.' : null;
}

/** Stand at the values that the database's message quotes; at all of the dataset's where it quotes none. */
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
