import type { TokenGrant } from '../protocol/token.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { permittedGuid, type Resolve, type ResolvedUser, resolveUser } from './resolve-user.ts';
import type { DashboardUser } from './parse-token-request.ts';

/** The parsed settings that each request needs. */
export interface Settings<Context> {
  client: DashboardClient;
  origins: ReadonlySet<string>;
  resolve: Resolve<Context>;
}

/** One request on its way. */
export interface Call<Context> {
  request: Request;
  context: Context;
  signal: AbortSignal;
  /** By `performance.now()`. */
  begunAt: number;
}

/**
 * A token for whoever sent the request, if they may see the dashboard. `dashboardGuid` is in lower
 * case: whatever decides on it must not depend on how the caller spells it.
 * @throws {DashboardHostError} as `resolveUser`, `permittedGuid` and the client's `getToken` do.
 */
export async function grantToken<Context>(
  { client, resolve }: Settings<Context>,
  { request, context, signal, begunAt }: Call<Context>,
  dashboardGuid: string,
): Promise<Required<TokenGrant>> {
  const user = await resolveUser(resolve, request, { dashboardGuid, context });
  const permitted = await permittedGuid(user, dashboardGuid);
  return client.getToken({ ...toTokenFields(user), dashboardGuid: permitted, signal, begunAt });
}

/** Field by field: what else `resolve` answers with must not steer the call. */
function toTokenFields(user: ResolvedUser): DashboardUser {
  const { sessionId, sqlParameters, connectionString, organization, customInfo } = user;
  return { sessionId, sqlParameters, connectionString, user: user.user, organization, customInfo };
}
