import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod';
import { toDraft } from '../../dashboard/dashboard-draft.ts';
import type { TriedDraft } from '../../dashboard/try-draft.ts';
import type { Note } from '../../state/audit-note.ts';
import { toPublication, toRemoval, toSharing } from '../../state/dashboard-changes.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { requireCompany, requireDashboard, requireGuid } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import type {
  PublishedAnswer,
  RefusedAnswer,
  VersionAnswer,
  VersionsAnswer,
} from './editor-wire.ts';
import { noteOf } from '../visit-note.ts';
import { CALLS, readCall } from './read-call.ts';
import { drawThumbnail } from './thumbnails.ts';
import { type TrialParts, tryCall } from './try-call.ts';

type Parts = TrialParts &
  Pick<ServiceParts, 'companies' | 'dashboards' | 'drafts' | 'queries' | 'locale' | 'audit'>;
type PublishedContent = NonNullable<TriedDraft['dashboard']>;

const publishCall = CALLS.preview.extend(CALLS.draft.shape);
type PublishCall = z.infer<typeof publishCall>;

const CONFLICT = {
  code: 'conflict',
  message: 'Someone else published this dashboard in the meantime.',
};
const NOT_PUBLISHED = {
  code: 'not-published',
  message: 'Not published. Fix the marked fields first.',
};

/** Creates the calls that publish, share and remove a dashboard, and the calls for its earlier versions. */
export function createPublishCalls(parts: Parts) {
  const { dashboards, drafts } = parts;
  return {
    'POST /dashboards/:guid/publish': (context) => publish(context, parts),
    'POST /dashboards/:guid/share': async (context) => {
      const dashboard = await requireDashboard(context, dashboards);
      const { accessible } = await readCall(context, CALLS.sharing);
      const note = noteOf(context, parts, toSharing(dashboard, accessible));
      await dashboards.share(dashboard.guid, accessible, note);
      return context.json({ accessible });
    },
    'POST /dashboards/:guid/remove': async (context) => {
      const guid = requireGuid(context);
      const { title = '' } = (await dashboards.find(guid)) ?? {};
      const note = noteOf(context, parts, toRemoval({ guid, title }));
      await Promise.all([dashboards.remove(guid, note), drafts.remove(guid)]);
      return context.json({});
    },
    'GET /dashboards/:guid/versions': (context) => sendVersions(context, parts),
    'GET /dashboards/:guid/versions/:version{\\d{1,9}}': (context) => sendVersion(context, parts),
  } satisfies Partial<RouteHandlers>;
}

async function sendVersions(context: Context, { dashboards }: Parts): Promise<Response> {
  const found = await dashboards.versions(requireGuid(context));
  const versions = found.map(({ version, title, savedAt, person }) => {
    return { version, title, savedAt: savedAt.toISOString(), person };
  });
  return context.json({ versions } satisfies VersionsAnswer);
}

async function sendVersion(context: Context, { dashboards }: Parts): Promise<Response> {
  const version = Number(context.req.param('version'));
  const found = await dashboards.findVersion(requireGuid(context), version);
  if (!found) throw new HTTPException(404);
  return context.json({ draft: toDraft(found) } satisfies VersionAnswer);
}

async function publish(context: Context, parts: Parts): Promise<Response> {
  const { companies, dashboards, drafts, queries } = parts;
  const guid = requireGuid(context);
  const sent = await readCall(context, publishCall);
  const { id: companyId } = await requireCompany(context, companies);
  if (sent.version > 0) await requireDashboard(context, dashboards);
  const { dashboard, results, problems } = await tryCall(context, parts, companyId, sent);
  if (!dashboard) {
    return context.json({ error: NOT_PUBLISHED, problems } satisfies RefusedAnswer, 422);
  }
  const kept = await keep(context, parts, companyId, { ...dashboard, guid }, sent);
  if (kept.isTheirs) {
    return context.json({ error: CONFLICT, version: kept.version } satisfies RefusedAnswer, 409);
  }
  queries.dropDashboard(guid);
  const svg = await drawThumbnail(dashboard.definition, results, parts.locale);
  await dashboards.keepThumbnail(guid, kept.version, svg);
  await drafts.remove(guid, { version: sent.draftVersion, editor: sent.editor });
  return context.json({ version: kept.version, problems } satisfies PublishedAnswer);
}

/** Publishes a dashboard. Returns the version that is published now, and whether it is another author's. */
async function keep(
  context: Context,
  parts: Pick<Parts, 'dashboards' | 'audit'>,
  companyId: number,
  dashboard: PublishedContent & { guid: string },
  { version, editor }: PublishCall,
): Promise<{ version: number; isTheirs: boolean }> {
  const { guid } = dashboard;
  const { dashboards } = parts;
  const own = { ...dashboard, companyId };
  const noteFrom = (former: number): Note =>
    noteOf(context, parts, { ...toPublication(dashboard, former), companyId });
  const note = noteFrom(version);
  const isKept =
    version === 0
      ? await dashboards.create(companyId, { ...dashboard, accessible: false }, editor, note)
      : await dashboards.save(guid, version, own, editor, note);
  if (isKept) return { version: version + 1, isTheirs: false };
  const there = await requireDashboard(context, dashboards);
  if (there.editor !== editor) return { version: there.version, isTheirs: true };
  // The same editor sends its call again if the answer was lost.
  if (isSame(there, dashboard)) return { version: there.version, isTheirs: false };
  const isOwn = version === 0 && (await dashboards.save(guid, 1, own, editor, noteFrom(1)));
  return isOwn ? { version: 2, isTheirs: false } : { version: there.version, isTheirs: true };
}

/** Returns whether the content is the same. */
function isSame(one: PublishedContent, other: PublishedContent): boolean {
  const [first, second] = [one, other].map(({ title, definition }) =>
    JSON.stringify([title, definition]),
  );
  return first === second;
}
