import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { parseUnfinishedDraft } from '../../dashboard/draft-schema.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { requireCompany, requireGuid } from '../require-found.ts';
import type { RouteHandlers } from '../routes.ts';
import type { DraftAnswer, RefusedAnswer } from './editor-wire.ts';
import { CALLS, readCall } from './read-call.ts';

type Parts = Pick<ServiceParts, 'companies' | 'drafts'>;

const CONFLICT = { code: 'conflict', message: 'Someone else changed this draft in the meantime.' };

/** Creates the calls that save and discard a draft. The guid of a new dashboard comes from the editor. */
export function createDraftCalls(parts: Parts) {
  return {
    'POST /dashboards/:guid/draft': (context) => saveDraft(context, parts),
    'POST /dashboards/:guid/discard': async (context) => {
      await parts.drafts.remove(requireGuid(context));
      return context.json({});
    },
  } satisfies Partial<RouteHandlers>;
}

async function saveDraft(context: Context, { companies, drafts }: Parts): Promise<Response> {
  const guid = requireGuid(context);
  const sent = await readCall(context, CALLS.draft);
  const draft = parseUnfinishedDraft(sent.draft);
  if (!draft) throw new HTTPException(400);
  const { id: companyId } = await requireCompany(context, companies);
  const { version: publishedVersion, draftVersion: version, editor } = sent;
  const change = { guid, companyId, draft, version, publishedVersion, editor };
  const draftVersion = await drafts.save(change);
  if (draftVersion === null) return refuse(context, guid, drafts);
  return context.json({ draftVersion } satisfies DraftAnswer);
}

async function refuse(context: Context, guid: string, drafts: Parts['drafts']): Promise<Response> {
  const there = await drafts.find(guid);
  const answer: RefusedAnswer = { error: CONFLICT, version: there?.version ?? 0 };
  return context.json(answer, 409);
}
