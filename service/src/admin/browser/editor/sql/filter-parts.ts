import type { Filter } from '../../../../dashboard/definition.ts';
import { toFilterKey } from '../../../../dashboard/filter-value.ts';
import type { DraftPart } from '../model/draft-part.ts';
import type { EditedDraft } from '../model/edited-draft.ts';
import { addItem } from '../model/list-edit.ts';
import { createFilter } from './new-filter.ts';
import { findDraftSelects } from '../model/sql-parameter-names.ts';

/** Returns the filters of a draft. A draft without filters has no list. */
export function toFilterList(draft: DraftPart<EditedDraft>): DraftPart<Filter[]> {
  return draft.field('filters', draft.value.filters ?? [], (filters) =>
    draft.merge({ filters: filters.length > 0 ? filters : undefined }),
  );
}

/** Adds a filter that sets a parameter. The focus moves to its label. */
export function addFilter(draft: DraftPart<EditedDraft>, parameter: string): void {
  const filter = createFilter(parameter, findDraftSelects(draft.value));
  addItem(toFilterList(draft), filter, 'label');
}

/** Returns whether a filter sets a parameter. Names are case-insensitive. */
export function hasParameter(filter: Filter, name: string): boolean {
  return toFilterKey(filter) === name.toLowerCase();
}
