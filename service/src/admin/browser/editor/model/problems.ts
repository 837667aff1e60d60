import { findNames } from '../../../../database/dialects.ts';
import type { DashboardDraft, DraftProblem } from '../../../../dashboard/dashboard-draft.ts';
import { findSelect } from '../../../../dashboard/filter-order.ts';

/** The problems that the form shows, by their paths in the draft. */
export class Problems {
  readonly #list: readonly DraftProblem[];

  /** `isStrict`: empty fields are problems too. */
  constructor(problems: readonly DraftProblem[], draft: DashboardDraft, isStrict: boolean) {
    const list = toPlacedProblems(problems, draft);
    this.#list = isStrict ? list : withoutEmpty(list, draft);
  }

  /** Returns the problem of a field, if there is one. */
  at(path: string): DraftProblem | undefined {
    return this.#list.find((problem) => problem.path === path);
  }

  /** Returns whether a part of the draft has a field with a problem. */
  isIn(path: string): boolean {
    return this.#list.some((problem) => problem.path.startsWith(`${path}.`));
  }
}

/** Moves the problems of parameters to each dataset and each filter whose SELECT uses the parameter. */
function toPlacedProblems(
  problems: readonly DraftProblem[],
  { datasets, filters = [], requiredParameters = [] }: DashboardDraft,
): DraftProblem[] {
  const selects = [
    ...datasets.map(({ sql }, index) => ({ place: `datasets.${index}`, sql })),
    ...filters.map((filter, index) => {
      return { place: `filters.${index}`, sql: findSelect(filter)?.sql ?? '' };
    }),
  ];
  return problems.flatMap((problem) => {
    const [field, name] = findParameterField(problem.path, requiredParameters) ?? [];
    if (name === undefined) return problem;
    return selects.flatMap(({ place, sql }) => {
      const path = `${place}.${field}.${name}`;
      return findNames(sql).includes(name) ? [{ ...problem, path }] : [];
    });
  });
}

/** Returns the field below a SELECT that has the problem of a parameter, and the parameter in lower case. */
function findParameterField(
  path: string,
  required: readonly string[],
): [field: string, name: string] | null {
  const [list, key = ''] = path.split('.');
  if (list === 'parameters') return ['parameters', key];
  const name = list === 'requiredParameters' ? required[Number(key || NaN)] : undefined;
  return name === undefined ? null : ['duties', name.toLowerCase()];
}

/** Removes the problems of empty fields, because the author may not have reached these fields yet. */
function withoutEmpty(problems: readonly DraftProblem[], draft: DashboardDraft): DraftProblem[] {
  return problems.filter(({ path }) => {
    const value = path.split('.').reduce<unknown>(toPart, draft);
    // Keep this problem: a dataset without a name does not run.
    if (/^datasets\.\d+\.name$/.test(path)) return true;
    return Array.isArray(value) ? value.length > 0 : value !== '';
  });
}

function toPart(whole: unknown, key: string): unknown {
  return typeof whole === 'object' && whole !== null
    ? (whole as Record<string, unknown>)[key]
    : undefined;
}
