import type { CallerSignal } from '../http/caller-signal.ts';
import type { DashboardParameters } from '../../protocol/dashboard-parameters.ts';
import type { CallRecord } from './call-record.ts';
import type { TokenGrant } from '../../protocol/token.ts';
import type { DashboardClient } from '../call/dashboard-client.ts';
import { DashboardHostError } from '../dashboard-host-error.ts';
import type { HostRequest } from '../http/host-request.ts';
import type { FindLogin } from './login-url.ts';
import { permittedGuid, type Resolve, type ResolvedUser, resolveUser } from './resolve-user.ts';
import type { DashboardUser } from '../call/parse-token-request.ts';
import { formatSqlParameters, type SqlParameters } from '../call/sql-parameters.ts';

/** The parsed settings that each request needs. */
export interface Settings<Context> {
  client: DashboardClient;
  origins: ReadonlySet<string>;
  resolve: Resolve<Context>;
  findLogin: FindLogin;
}

/** A request that the host is answering. */
export interface Call<Context> {
  request: HostRequest;
  context: Context;
  signal: CallerSignal;
  record: CallRecord;
}

/** The dashboard that a page requests. */
export interface Selection {
  /** In lower case: no decision may depend on the caller's spelling. */
  dashboardGuid: string;
  parameters: DashboardParameters;
}

/**
 * Returns a token for the user of the request, if they may see the dashboard.
 * @throws {DashboardHostError} as `resolveUser`, `permittedGuid` and the client's `getToken` do;
 *   `bad-request` if parameters of the page lead to `sqlParameters` that cannot be sent.
 */
export async function grantToken<Context>(
  { client, resolve }: Settings<Context>,
  { request, context, signal, record }: Call<Context>,
  { dashboardGuid, parameters }: Selection,
): Promise<Required<TokenGrant>> {
  record.dashboardGuid = dashboardGuid;
  const user = await resolveUser(resolve, request.toWeb(), { dashboardGuid, parameters, context });
  record.user = user;
  const permitted = await permittedGuid(user, dashboardGuid);
  if (Object.keys(parameters).length > 0) assertSendable(user.sqlParameters);
  const { meter, startedAt: begunAt } = record;
  const fields = { ...toTokenFields(user), dashboardGuid: permitted };
  return client.getToken({ ...fields, signal, begunAt, meter });
}

/**
 * Throws `bad-request`, not `config`: the caller can change a choice that cannot be sent, so the host is not at fault.
 */
function assertSendable(sqlParameters: SqlParameters | null | undefined): void {
  try {
    formatSqlParameters(sqlParameters ?? {});
  } catch (error) {
    throw new DashboardHostError('bad-request', (error as DashboardHostError).message);
  }
}

/** Copies field by field: other keys in the answer of `resolve` must not steer the call. */
function toTokenFields(user: ResolvedUser): DashboardUser {
  const { sessionId, sqlParameters, connectionString, organization, customInfo } = user;
  return { sessionId, sqlParameters, connectionString, user: user.user, organization, customInfo };
}
