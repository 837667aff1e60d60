import type { DashboardDraft, DraftProblem } from '../../../dashboard/dashboard-draft.ts';

/** The problems that the form shows, by their places in the draft. */
export class Problems {
  readonly #list: readonly DraftProblem[];

  constructor(list: readonly DraftProblem[]) {
    this.#list = list;
  }

  /** Returns the problem of a field, if there is one. */
  at(path: string): string | undefined {
    return this.#list.find((problem) => problem.path === path)?.message;
  }

  /** Whether a part of the draft has a field with a problem. */
  isIn(path: string): boolean {
    return this.#list.some((problem) => problem.path.startsWith(`${path}.`));
  }
}

/** Returns the problems without those of empty fields, because the author may not have reached these yet. */
export function withoutEmpty(
  problems: readonly DraftProblem[],
  draft: DashboardDraft,
): DraftProblem[] {
  return problems.filter(({ path }) => {
    const value = path.split('.').reduce<unknown>(toPart, draft);
    return Array.isArray(value) ? value.length > 0 : value !== '';
  });
}

function toPart(whole: unknown, key: string): unknown {
  return typeof whole === 'object' && whole !== null
    ? (whole as Record<string, unknown>)[key]
    : undefined;
}
