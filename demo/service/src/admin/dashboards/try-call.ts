import type { Context } from 'hono';
import type { z } from 'zod';
import { findSources } from '../../dashboard/dataset-sources.ts';
import { type TriedDraft, tryDraft } from '../../dashboard/try-draft.ts';
import type { ServiceParts } from '../../state/service-parts.ts';
import { findAdminSession } from '../login.ts';
import type { CALLS } from './read-call.ts';

/** What running a draft needs. */
export type TrialParts = Pick<ServiceParts, 'sources' | 'connections' | 'maxRows'>;

/** Runs the draft of a call with the data of a company. */
export async function tryCall(
  context: Context,
  { sources, connections, maxRows }: TrialParts,
  companyId: number,
  { draft, parameters }: z.infer<typeof CALLS.preview>,
): Promise<TriedDraft> {
  return tryDraft(draft, {
    parameters,
    findSources: (dashboard) => findSources(dashboard, companyId, null, sources, connections),
    maxRows,
    owner: { companyId, sessionId: findAdminSession(context) },
    signal: context.req.raw.signal,
  });
}
