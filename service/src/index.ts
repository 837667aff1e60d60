export type { CallFault, Faults, PageFault } from './state/simulated-faults.ts';
export type {
  Dashboard,
  DashboardDefinition,
  Dataset,
  Filter,
  Tile,
} from './dashboard/definition.ts';
export {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
} from './start/dashboard-service.ts';
export type { SqlValue } from './database/bound-values.ts';
export { DatabaseError, type Row } from './database/database.ts';
export { demoDashboards } from './demo/demo-dashboards.ts';
export {
  BusyPortError,
  type HttpServer,
  listenOn,
  type ListenOptions,
} from './process/http-server.ts';
export { tellPasswordPlace } from './start/service-secrets.ts';
export { SettingError } from './process/setting-error.ts';
export { readSettings, type Settings } from './start/read-settings.ts';
