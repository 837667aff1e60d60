import type { DashboardDraft } from '../../../dashboard/dashboard-draft.ts';
import { toNumberedSql } from '../../../database/named-parameters.ts';

/** The `:Name`s of all datasets, as they are first written: their case makes no difference. */
export function findParameterNames({ datasets }: Pick<DashboardDraft, 'datasets'>): string[] {
  const names = new Map<string, string>();
  for (const { sql } of datasets) {
    for (const name of toNumberedSql(sql).names) {
      const written = new RegExp(`:(${name})\\b`, 'i').exec(sql)?.[1] ?? name;
      if (!names.has(name)) names.set(name, written);
    }
  }
  return [...names.values()];
}
