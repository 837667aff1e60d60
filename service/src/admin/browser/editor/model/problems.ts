import { findNames } from '../../../../database/dialects.ts';
import type { DashboardDraft, DraftProblem } from '../../../../dashboard/dashboard-draft.ts';
import { findSelect } from '../../../../dashboard/filter-order.ts';

/** The progress of the author in the form. */
export interface FormProgress {
  /** Whether empty fields are problems too. */
  isStrict: boolean;
  /** The paths of fields for numbers that the author has left. Default: none. */
  left?: ReadonlySet<string>;
  /** The draft that has the problems. Default: the draft of the form. */
  checked?: DashboardDraft | undefined;
}

/** The problems that the form shows, by their paths in the draft. */
export class Problems {
  readonly #list: readonly DraftProblem[];

  constructor(problems: readonly DraftProblem[], draft: DashboardDraft, form: FormProgress) {
    const { checked = draft, isStrict } = form;
    const list = withoutFilled(toPlacedProblems(problems, draft), draft, checked);
    this.#list = isStrict ? list : withoutEmpty(list, draft, form);
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

/** Removes the problems of fields that were empty, and are not any more. The service has not checked their values yet. */
function withoutFilled(
  problems: readonly DraftProblem[],
  draft: DashboardDraft,
  checked: DashboardDraft,
): DraftProblem[] {
  return problems.filter(
    ({ path }) => !isEmpty(findValue(checked, path)) || isEmpty(findValue(draft, path)),
  );
}

/** Removes the problems of empty fields, because the author may not have reached these fields yet. */
function withoutEmpty(
  problems: readonly DraftProblem[],
  draft: DashboardDraft,
  { left }: FormProgress,
): DraftProblem[] {
  return problems.filter(({ path }) => {
    const value = findValue(draft, path);
    // Keep this problem: a dataset without a name does not run.
    if (/^datasets\.\d+\.name$/.test(path)) return true;
    // A text that is not a number is `null`, as an empty field is.
    return !isEmpty(value) || (value === null && left?.has(path) === true);
  });
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : value === '' || value === null;
}

function findValue(draft: DashboardDraft, path: string): unknown {
  return path.split('.').reduce<unknown>(toPart, draft);
}

function toPart(whole: unknown, key: string): unknown {
  return typeof whole === 'object' && whole !== null
    ? (whole as Record<string, unknown>)[key]
    : undefined;
}
