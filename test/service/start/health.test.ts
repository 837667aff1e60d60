import { expect, it } from 'vitest';
import { useService } from '../tested-service.ts';

const tested = useService();

it.each(['/Health', '/ready', '/live'])(
  'reports at %s that it is healthy, without a login',
  async (path) => {
    const response = await fetch(tested.url + path);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(tested.url + path, { method: 'HEAD' })).status).toBe(200);
  },
);
