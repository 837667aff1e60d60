import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testService } from '../support/test-database.ts';

let service: DashboardService;
let url: string;

beforeAll(async () => {
  service = createDashboardService(await testService());
  ({ url } = await service.listen(0));
});

afterAll(() => service.close());

it('reports that it is healthy, without a login', async () => {
  const response = await fetch(`${url}/Health`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`${url}/health`, { method: 'HEAD' })).status).toBe(200);
});

it('is healthy while a dashboard runs', async () => {
  const busy = service.query('SELECT count(*) FROM generate_series(1, 3000000)');
  const { status } = await fetch(`${url}/health`);
  expect(status).toBe(200);
  // On a busy machine, the query may reach its time limit.
  await Promise.allSettled([busy]);
});
