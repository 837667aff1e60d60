import type { Context } from 'hono';
import type { z } from 'zod';
import { findSources } from '../../state/dataset-sources.ts';
import { type TriedDraft, tryDraft } from '../../dashboard/try-draft.ts';
import type { QueryOwner } from '../../database/database.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { findAdminSession } from '../session-cookie.ts';
import type { CALLS } from './read-call.ts';

/** The databases and the limits for running a draft. */
export type TrialParts = Pick<ServiceParts, 'sources' | 'connections' | 'maxRows'>;

/** Returns the owner of a call's queries, and the signal that cancels queued queries. */
export function toCaller(context: Context, companyId: number) {
  const owner: QueryOwner = { companyId, sessionId: findAdminSession(context) };
  return { owner, signal: context.req.raw.signal };
}

/** Runs the draft of a call with the data of a company. */
export async function tryCall(
  context: Context,
  { sources, connections, maxRows }: TrialParts,
  companyId: number,
  { draft, parameters, chosen }: z.infer<typeof CALLS.preview>,
): Promise<TriedDraft> {
  return tryDraft(draft, {
    parameters,
    chosen,
    findSources: (dashboard) => findSources(dashboard, companyId, null, sources, connections),
    maxRows,
    countsRows: true,
    ...toCaller(context, companyId),
  });
}
