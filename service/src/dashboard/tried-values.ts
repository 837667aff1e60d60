import { findNames } from '../database/dialects.ts';
import type { DraftProblem } from './dashboard-draft.ts';
import type { Dataset } from './definition.ts';
import { findSelect } from './filter-order.ts';
import { FILTER_PREFIX } from './filter-value.ts';
import type { FailedDataset } from './dataset-failure.ts';
import type { DatasetResult, SqlParameters } from './run-dashboard.ts';
import type { FilteredResults } from './run-filtered.ts';
import type { SetFilter } from './run-filters.ts';
import { UNSTORABLE_FAULT } from './storable-text.ts';

/** The length limit of GetToken. */
const MAX_LENGTH = 8192;

type Results = ReadonlyMap<string, DatasetResult>;

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
  /** The filters, which the values of parameters lock. */
  filters: readonly SetFilter[];
  /**
   * The results by which the datasets and the lists of filters are judged. If one fails because of a value, its result
   * without any value.
   */
  judged: { results: Results; filters: readonly SetFilter[] };
  /** The values of parameters that the datasets ran with. */
  values: SqlParameters;
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
  const isSuspect = (select: Dataset, result: object): boolean =>
    isUnfit(result) && findGiven(select, tried).length > 0;
  const suspects = Object.entries(datasets).filter(([name, dataset]) =>
    isSuspect(dataset, results.get(name)!),
  );
  // The list of a locked filter was not read.
  const isListSuspect = filters.some(({ filter, isLocked, failed }) => {
    const select = findSelect(filter);
    return select && (isLocked || (failed && isSuspect(select, failed)));
  });
  const isAgain = suspects.length > 0 || isListSuspect;
  const without = isAgain ? await run(Object.fromEntries(suspects), NOTHING) : { results, filters };
  return {
    results,
    filters,
    judged: { results: new Map([...results, ...without.results]), filters: without.filters },
    values,
    problems: [
      ...problems,
      ...suspects.flatMap(([name, dataset]) => {
        if ('failure' in without.results.get(name)!) return [];
        return toUnfitProblems(dataset, tried, results.get(name)!);
      }),
      ...filters.flatMap(({ filter, failed }, place) => {
        const select = findSelect(filter);
        if (!select || !failed || without.filters[place]!.failed) return [];
        return toUnfitProblems(select, tried, failed);
      }),
    ],
  };
}

/** Returns the names of the parameters of a SELECT that have a trial value. */
function findGiven({ sql }: Dataset, tried: SqlParameters): string[] {
  return findNames(sql).filter((name) => Object.hasOwn(tried, name));
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
  return value.includes('\0') ? UNSTORABLE_FAULT : null;
}

/** Reports the values that the database's message quotes, or all values of the SELECT if it quotes none. */
function toUnfitProblems(
  select: Dataset,
  tried: SqlParameters,
  result: DatasetResult,
): DraftProblem[] {
  if (!isUnfit(result)) return [];
  const given = findGiven(select, tried);
  const quoted = given.filter((name) => result.reason.includes(`"${tried[name]}"`));
  const message = `A value does not fit: ${result.reason}`;
  return (quoted.length > 0 ? quoted : given).map((name) => toProblem(name, message));
}

function isUnfit(result: object): result is FailedDataset {
  return 'failure' in result && result.failure === 'parameters';
}

function toProblem(name: string, message: string): DraftProblem {
  return { path: `parameters.${name}`, message };
}
