import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DashboardDraft, DraftProblem } from '../../../dashboard/dashboard-draft.ts';

/** Brings to the fields what is wrong with the draft. */
export const Problems = createContext<DraftProblem[]>([]);

/** What is wrong with a field; `undefined` where nothing is. */
export function useProblem(path: string): string | undefined {
  return useContext(Problems).find((problem) => problem.path === path)?.message;
}

/** Whether something is wrong in a part of the draft. */
export function useHasProblem(path: string): boolean {
  return useContext(Problems).some((problem) => problem.path.startsWith(`${path}.`));
}

/** The id of the control that edits a field. */
export function toFieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`;
}

/** The problems without those of empty fields: nobody is to be told off for what they have not come to yet. */
export function withoutEmpty(problems: DraftProblem[], draft: DashboardDraft): DraftProblem[] {
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
