import { type DashboardDraft, toDashboard, toDraft } from '../dashboard/dashboard-draft.ts';
import type { Dashboard } from '../dashboard/definition.ts';
import { parseDraft, parseUnfinishedDraft } from '../dashboard/draft-schema.ts';
import type { RecordOf } from './records.ts';
import { RefusedFileError } from './refused-file.ts';

/** The title and the definition of a dashboard. */
export type Content = Pick<Dashboard, 'title' | 'definition'>;

/** Returns a published version. Throws {@link RefusedFileError} if the editor would not publish it. */
export function toCheckedContent(
  line: number,
  given: Pick<RecordOf<'version'>, 'title' | 'definition'>,
): Content {
  const { draft, problems } = parseDraft(toDraft(given as unknown as Content));
  if (draft) return toDashboard(draft);
  const [{ path, message } = { path: '', message: '' }] = problems;
  throw new RefusedFileError(line, `the editor refuses ${path || 'the dashboard'}: ${message}`);
}

/** Returns whether two contents are the same, whatever the order of their fields. */
export function isSameContent(one: Content, other: Content): boolean {
  const [first, second] = [one, other].map((each) =>
    // The schema has an order of the fields.
    JSON.stringify(parseDraft(toDraft(each)).draft),
  );
  return first === second;
}

/** Returns a draft, which may be unfinished. Throws {@link RefusedFileError} if no editor would save it. */
export function toCheckedDraft(line: number, content: unknown): DashboardDraft {
  const draft = parseUnfinishedDraft(content);
  if (draft) return draft;
  throw new RefusedFileError(line, 'the editor refuses this draft.');
}
