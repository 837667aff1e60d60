import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { parseUnfinishedDraft } from '../../dashboard/draft-schema.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { requireCompany, requireGuid } from '../require-found.ts';
import type { DraftAnswer, RefusedAnswer } from './editor-wire.ts';
import { CALLS, readCall } from './read-call.ts';

type Parts = Pick<ServiceParts, 'companies' | 'dashboards' | 'drafts'>;

const CONFLICT = { code: 'conflict', message: 'Someone else changed this draft in the meantime.' };

/** Creates the calls that save and discard a draft. The guid of a new dashboard comes from the editor. */
export function createDraftCalls({ companies, dashboards, drafts }: Parts): Hono {
  const app = new Hono();

  app.post('/:guid/draft', async (context) => {
    const guid = requireGuid(context);
    const sent = await readCall(context, CALLS.draft);
    const draft = parseUnfinishedDraft(sent.draft);
    if (!draft) throw new HTTPException(400);
    const published = await dashboards.find(guid);
    const { id: companyId } = await requireCompany(
      published?.companyId ?? sent.companyId,
      companies,
    );
    const { version: publishedVersion, draftVersion: version, editor } = sent;
    const change = { guid, companyId, draft, version, publishedVersion, editor };
    const draftVersion = await drafts.save(change);
    if (draftVersion === null) return refuse(context, guid, drafts);
    return context.json({ draftVersion } satisfies DraftAnswer);
  });

  app.post('/:guid/discard', async (context) => {
    await drafts.remove(requireGuid(context));
    return context.json({});
  });

  return app;
}

async function refuse(context: Context, guid: string, drafts: Parts['drafts']): Promise<Response> {
  const there = await drafts.find(guid);
  const answer: RefusedAnswer = { error: CONFLICT, version: there?.version ?? 0 };
  return context.json(answer, 409);
}
