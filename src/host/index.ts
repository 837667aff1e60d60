export {
  createDashboardClient,
  type DashboardClient,
  type DashboardClientOptions,
  type LogoutRequest,
} from './dashboard-client.ts';
export {
  createDashboardHost,
  type DashboardHost,
  type DashboardHostOptions,
} from './dashboard-host.ts';
export { DashboardHostError, type DashboardHostErrorCode } from './dashboard-host-error.ts';
export type { DashboardHostEvent, DashboardHostEventType } from './call-record.ts';
export type { LoginUrl } from './login-url.ts';
export type { Observe } from './observer.ts';
export {
  type NodeContext,
  type NodeListener,
  type NodeResponse,
  toNodeListener,
} from './node-listener.ts';
export type { NodeRequest } from './node-request.ts';
export { oneOf } from './one-of.ts';
export type { RenderOptions } from './render.ts';
export type { Resolve, ResolveDetails, ResolvedUser } from './resolve-user.ts';
export { sessionIdFrom } from './session-id.ts';
export type { SqlParameters } from './sql-parameters.ts';
export type { GetTokenForm, TokenRequest } from './parse-token-request.ts';
export type { DashboardParameters, GivenParameters } from '../protocol/dashboard-parameters.ts';
export type { TokenGrant } from '../protocol/token.ts';
