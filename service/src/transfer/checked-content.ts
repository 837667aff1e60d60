import { findReservedFields, toDraft } from '../dashboard/dashboard-draft.ts';
import type { Dashboard } from '../dashboard/definition.ts';
import { parseDraft, parseUnfinishedDraft } from '../dashboard/draft-schema.ts';
import type { ExportRecord } from './records.ts';

/** Returns the reason for which the editor refuses the content of a record; `null` if it accepts the content. */
export function findContentFault(record: ExportRecord): string | null {
  switch (record.kind) {
    case 'draft':
      return parseUnfinishedDraft(record.content) ? null : 'the editor refuses this draft.';
    case 'dashboard':
    case 'version':
      return findDashboardFault(record as unknown as Dashboard);
    default:
      return null;
  }
}

function findDashboardFault(dashboard: Dashboard): string | null {
  const [reserved] = findReservedFields(dashboard.definition);
  const [problem] = parseDraft(toDraft(dashboard)).problems;
  const path = reserved?.join('.') ?? problem?.path;
  if (path === undefined) return null;
  const message = reserved ? 'There is no such field.' : problem!.message;
  return `the editor refuses “${dashboard.title}”, ${path || 'as a whole'}: ${message}`;
}
