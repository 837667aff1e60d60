import { createDashboardClient } from 'embedded-dashboard/host';
import { expect, test } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { startUpstream } from '../support/scripted-upstream.ts';

/** Node closes an idle connection after four seconds. */
const UNTIL_IDLE_ONES_END = { interval: 200 };

test('the client leaves no connection open, however long the unread bodies are', async () => {
  await using upstream = await startUpstream();
  const statuses = [200, 302, 401, 404, 429, 500];
  upstream.script((response) => {
    response.writeHead(statuses[upstream.calls.length % statuses.length]!);
    response.end('x'.repeat(4 * 1024 * 1024));
  });
  const client = createDashboardClient({ baseUrl: upstream.baseUrl, apiKey: 'key-1' });
  for (const number of [...statuses, ...statuses].keys()) {
    const call = { sessionId: `session-${number}`, dashboardGuid: GUID };
    await client.getToken(call).catch(() => null);
  }
  expect(upstream.calls.length).toBeGreaterThanOrEqual(2 * statuses.length);
  await expect.poll(() => upstream.countConnections(), UNTIL_IDLE_ONES_END).toBe(0);
});
