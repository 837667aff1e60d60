import type { DashboardSummary } from '../../state/dashboard-store.ts';
import type { DraftSummary } from '../../state/draft-store.ts';

/** A dashboard in the list of the back office. */
export interface DashboardEntry extends DashboardSummary {
  /** `draft`: it was never published. `changed`: its draft differs from its published version. */
  state: 'draft' | 'published' | 'changed';
}

/** Merges published dashboards and drafts, sorted by title. */
export function toEntries(
  published: readonly DashboardSummary[],
  drafts: readonly DraftSummary[],
): DashboardEntry[] {
  const draftOf = new Map(drafts.map((draft) => [draft.guid, draft]));
  const known = new Set(published.map(({ guid }) => guid));
  const isPublished = { state: 'published' } as const;
  const isChanged = { state: 'changed' } as const;
  const isDraft = { state: 'draft', version: 0, accessible: false } as const;
  const entries: DashboardEntry[] = [
    ...published.map((dashboard) => {
      const draft = draftOf.get(dashboard.guid);
      return Object.assign({}, dashboard, draft, draft ? isChanged : isPublished);
    }),
    ...drafts
      .filter(({ guid }) => !known.has(guid))
      .map((draft) => Object.assign({}, draft, isDraft)),
  ];
  return entries.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}
