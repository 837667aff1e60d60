export {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
} from '../dashboard-service.ts';
export { DatabaseError } from '../database/database.ts';
export { SettingError } from '../setting-error.ts';
export { deliver, type HttpServer } from './http-server.ts';
export { removeKept } from './kept-databases.ts';
export { provideResources, type Resources } from './resources.ts';
