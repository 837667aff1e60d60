import { expect, it } from 'vitest';
import { useService } from '../tested-service.ts';

const tested = useService();

it('reports that it is healthy, without a login', async () => {
  const response = await fetch(`${tested.url}/Health`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`${tested.url}/health`, { method: 'HEAD' })).status).toBe(200);
});
