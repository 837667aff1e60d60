export {
  createDashboardClient,
  type DashboardClient,
  type DashboardClientOptions,
  type DisplayUrlOptions,
  type LogoutRequest,
} from './call/dashboard-client.ts';
export {
  createDashboardHost,
  type DashboardHost,
  type DashboardHostOptions,
} from './dashboard-host.ts';
export { DashboardHostError, type DashboardHostErrorCode } from './dashboard-host-error.ts';
export type { DashboardHostEvent, DashboardHostEventType } from './answer/call-record.ts';
export type { LoginUrl } from './answer/login-url.ts';
export type { Observe } from './answer/observer.ts';
export {
  type NodeContext,
  type NodeListener,
  type NodeResponse,
  toNodeListener,
} from './node-listener.ts';
export type { NodeRequest } from './http/node-request.ts';
export { oneOf } from './answer/one-of.ts';
export type { RenderOptions } from './answer/render.ts';
export type { Resolve, ResolveDetails, ResolvedUser } from './answer/resolve-user.ts';
export { sessionIdFrom } from './call/session-id.ts';
export type { SqlParameters } from './call/sql-parameters.ts';
export type { GetTokenForm, TokenRequest } from './call/parse-token-request.ts';
export type { GivenFilters } from '../protocol/dashboard-filters.ts';
export type { DashboardParameters, GivenParameters } from '../protocol/dashboard-parameters.ts';
export type { TokenGrant } from '../protocol/token.ts';
