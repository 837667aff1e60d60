import type { DashboardDraft } from '../../../dashboard/dashboard-draft.ts';
import { toNumberedSql } from '../../../database/named-parameters.ts';

/** The `:Name`s of all datasets, as they are first written: their case makes no difference. */
export function findParameterNames({ datasets }: DashboardDraft): string[] {
  const names = new Map<string, string>();
  for (const { sql } of datasets) {
    for (const name of toNumberedSql(sql).names) {
      const written = new RegExp(`:(${name})\\b`, 'i').exec(sql)?.[1] ?? name;
      if (!names.has(name)) names.set(name, written);
    }
  }
  return [...names.values()];
}

/** The draft as it is sent: parameters that no SQL has any more are not shown to the reader. */
export function toSent(draft: DashboardDraft): DashboardDraft {
  const names = new Set(findParameterNames(draft).map((name) => name.toLowerCase()));
  const shownParameters = draft.shownParameters.filter((name) => names.has(name.toLowerCase()));
  return { ...draft, shownParameters };
}
