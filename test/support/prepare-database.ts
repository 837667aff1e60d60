import { createDashboardService } from '../../demo/service/src/index.ts';

/**
 * Caches what the service's databases begin with, before all tests of a project. Otherwise, in a new clone,
 * each of the first test files makes its own.
 */
export async function setup(): Promise<void> {
  const service = createDashboardService({ database: 'memory:' });
  await service.listen(0);
  await service.close();
}
