import type { DashboardDraft } from '../../../../dashboard/dashboard-draft.ts';
import type { Dataset } from '../../../../dashboard/definition.ts';
import { findSelects } from '../../../../dashboard/filter-order.ts';
import { findNames } from '../../../../database/dialects.ts';

/** The SELECTs of a draft: its datasets, and the lists of its filters. */
type DraftSelects = Pick<DashboardDraft, 'datasets' | 'filters'>;

/** Returns all SELECTs of a draft. */
export function findDraftSelects({ datasets, filters = [] }: DraftSelects): Dataset[] {
  return [...datasets, ...findSelects(filters)];
}

/** Returns the `:Name`s of all SELECTs of a draft. */
export function findDraftParameters(draft: DraftSelects): string[] {
  return findParameterNames(findDraftSelects(draft));
}

/** Returns the `:Name`s of SELECTs, each with its first spelling. Names are case-insensitive. */
export function findParameterNames(selects: readonly Pick<Dataset, 'sql'>[]): string[] {
  const names = new Map<string, string>();
  for (const { sql } of selects) {
    for (const name of findNames(sql)) {
      const written = new RegExp(`:(${name})\\b`, 'i').exec(sql)?.[1] ?? name;
      if (!names.has(name)) names.set(name, written);
    }
  }
  return [...names.values()];
}
