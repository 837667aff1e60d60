export {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
} from '../start/dashboard-service.ts';
export { DatabaseError } from '../database/database.ts';
export { SettingError } from '../process/setting-error.ts';
export { deliver, type HttpServer } from './process/http-server.ts';
export { removeKept } from './database/kept-databases.ts';
export { provideResources, type Resources } from './database/resources.ts';
