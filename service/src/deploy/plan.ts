import { toDraft } from '../dashboard/dashboard-draft.ts';
import { describeChanges } from '../dashboard/draft-changes.ts';
import type { AuditChange, Note } from '../state/audit-note.ts';
import { toPublication, toRemoval, toSharing } from '../state/dashboard-changes.ts';
import type { DashboardStore, SavedDashboard } from '../state/dashboard-store.ts';
import type { DraftStore, SavedDraft } from '../state/draft-store.ts';
import { SERVICE_ACTORS } from '../state/service-actors.ts';
import type { ReadDashboard } from './dashboard-files.ts';

/** The content of the database for one dashboard. */
export interface Stored {
  published: SavedDashboard | null;
  draft: SavedDraft | null;
}

/** The change of one dashboard. */
export interface Step {
  guid: string;
  title: string;
  action: 'publish' | 'draft' | 'remove' | 'none';
  /** The differences, as the dialog of the back office lists them before a dashboard is published. */
  changes: string[];
  /** The other things that its author should know. */
  notes: string[];
  /** The reason why it cannot be done. */
  refusal?: string;
  stored: Stored;
  /** The dashboard of the files; `null` if they do not have it. */
  given: ReadDashboard | null;
}

/** The stores that a deploy changes. */
export interface Stores {
  dashboards: DashboardStore;
  drafts: DraftStore;
}

/** The editor of what is deployed. No page of the editor may have this name. */
export const EDITOR = SERVICE_ACTORS.deploy.name;

const THEIR_DRAFT = 'an author’s draft stays';
const SHARING = '“Accessible in API” changes only with --publish';

/** Returns the step that publishes a dashboard of the files. */
export function planPublishing(given: ReadDashboard, stored: Stored): Step {
  const { published, draft } = stored;
  const { guid, title, accessible } = given.dashboard;
  const isShared = published?.accessible ?? false;
  const turn = accessible ? 'on' : 'off';
  const changes = [
    ...describeChanges(published && toDraft(published), given.draft),
    ...(accessible === isShared ? [] : [`“Accessible in API” is turned ${turn}.`]),
  ];
  const notes = isTheirs(draft) ? [THEIR_DRAFT] : [];
  const action = changes.length > 0 ? 'publish' : 'none';
  return { guid, title, action, changes, notes, stored, given };
}

/** Returns the step that saves a dashboard of the files as a draft. It replaces no draft of an author. */
export function planDraft(given: ReadDashboard, stored: Stored): Step {
  const { published, draft } = stored;
  const { guid, title, accessible } = given.dashboard;
  const changes = published ? describeChanges(toDraft(published), given.draft) : [NEW];
  const notes = published && published.accessible !== accessible ? [SHARING] : [];
  const isThere = draft !== null && describeChanges(draft.draft, given.draft).length === 0;
  const step = { guid, title, action: 'none', changes, notes, stored, given } as const;
  if (changes.length === 0) return step;
  if (isTheirs(draft)) {
    if (isThere) return { ...step, notes: [...notes, SAME_DRAFT] };
    return { ...step, refusal: `${title} (${guid}): ${OTHER_DRAFT}` };
  }
  const isCurrent = isThere && draft.publishedVersion === (published?.version ?? 0);
  return isCurrent ? step : { ...step, action: 'draft' };
}

const NEW = 'The dashboard is new.';
const SAME_DRAFT = 'an author’s draft has the same content';
const OTHER_DRAFT =
  'an author has another draft of it. Publish or discard that in the back office, or add --publish, which keeps it.';

/** Returns the step that removes a dashboard that the files do not have. */
export function planRemoval(published: SavedDashboard, draft: SavedDraft | null): Step {
  const { guid, title } = published;
  const notes = isTheirs(draft) ? [THEIR_DRAFT] : [];
  const stored = { published, draft };
  return { guid, title, action: 'remove', changes: [], notes, stored, given: null };
}

/** Returns the note of a change of a dashboard. */
export type NoteOf = (change: AuditChange) => Note;

/**
 * Makes the change of a step, with its notes in the audit. Returns `false` if someone else has changed the dashboard
 * meanwhile.
 */
export async function applyStep(
  step: Step,
  companyId: number,
  stores: Stores,
  noteOf: NoteOf,
): Promise<boolean> {
  const { guid, action, stored, given } = step;
  const { dashboards, drafts } = stores;
  const { published, draft } = stored;
  if (action !== 'none') {
    const now = await findStored(guid, stores);
    const isOthers = (now.draft?.companyId ?? companyId) !== companyId;
    if (isOthers || toState(now.published) !== toState(published)) return false;
  }
  if (action === 'remove') await dashboards.remove(guid, noteOf(toRemoval(step)));
  if (action === 'draft') {
    const place = { version: draft?.version ?? 0, publishedVersion: published?.version ?? 0 };
    const change = { guid, companyId, draft: given!.draft, ...place, editor: EDITOR };
    return (await drafts.save(change)) !== null;
  }
  if (action === 'publish' && !(await publish(step, companyId, dashboards, noteOf))) return false;
  // A draft of an earlier deploy is outdated, unless it is the one of these files.
  const isOutdated = action !== 'none' || step.changes.length === 0;
  if (isOutdated) await drafts.remove(guid, { version: 0, editor: EDITOR });
  return true;
}

async function publish(
  { guid, stored: { published }, given }: Step,
  companyId: number,
  dashboards: DashboardStore,
  noteOf: NoteOf,
): Promise<boolean> {
  const { dashboard, draft } = given!;
  const { accessible } = dashboard;
  const note = noteOf(toPublication(dashboard, published?.version ?? 0));
  if (!published) return dashboards.create(companyId, dashboard, EDITOR, note);
  const isChanged = describeChanges(toDraft(published), draft).length > 0;
  const own = { ...dashboard, companyId };
  if (isChanged && !(await dashboards.save(guid, published.version, own, EDITOR, note)))
    return false;
  const sharing = toSharing({ ...dashboard, accessible: published.accessible }, accessible);
  await dashboards.share(guid, accessible, noteOf(sharing));
  return true;
}

/** Reads the content of the database for a dashboard. */
export async function findStored(guid: string, { dashboards, drafts }: Stores): Promise<Stored> {
  const [published, draft] = [await dashboards.find(guid), await drafts.find(guid)];
  return { published, draft };
}

/** Returns a text that each change of a published dashboard changes. */
function toState(published: SavedDashboard | null): string {
  return JSON.stringify([published?.version, published?.accessible]);
}

function isTheirs(draft: SavedDraft | null): boolean {
  return draft !== null && draft.editor !== EDITOR;
}
