import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SETTINGS, testService } from '../../support/test-database.ts';
import { startService } from '../service-process.ts';

it('finishes a running call before it closes, and accepts no new one', async () => {
  const service = createDashboardService(await testService());
  const { url } = await service.listen(0);
  const path = `${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${service.dashboards[0]!.guid}`;
  const call = request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
  });
  call.flushHeaders();
  await once(call, 'continue');

  const closing = service.close();
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  call.end('{}');
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  await once(response.resume(), 'end');
  await closing;
});

it('does not listen after its end, and ends once', async () => {
  const service = createDashboardService(await testService());
  const listening = service.listen(0);
  const closing = service.close();
  expect(service.close()).toBe(closing);
  await expect(listening).rejects.toMatchObject({ code: 'closed' });
  await closing;
});

it('keeps idle connections longer than a proxy does, and closes them at its end', async () => {
  const service = createDashboardService();
  const { url } = await service.listen(0);
  const agent = new Agent({ keepAlive: true });
  const [response] = (await once(get(`${url}/health`, { agent }), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  expect(response.headers['keep-alive']).toBe('timeout=130');
  await service.close();
  agent.destroy();
});

it('goes on serving after SIGTERM while a load balancer needs to see that it ends', async () => {
  const { child, url } = await startService({
    DATABASE_URL: 'memory:',
    SERVICE_DRAIN_SECONDS: '600',
  });
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  expect(await statusOf('/ready')).toBe(200);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await expect.poll(() => statusOf('/ready'), { timeout: PATIENCE_MS }).toBe(503);
  expect([await statusOf('/health'), await statusOf('/live')]).toEqual([200, 200]);
  expect(await statusOf('/Api/GetToken/wrong/anna/x')).toBe(401);
  // A second signal ends it at once.
  child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'ends with a line and status 0 after %s',
  async (signal) => {
    const { child, errors } = await startService({
      DATABASE_URL: 'memory:',
      SERVICE_FRAME_ANCESTOR: 'https://app.example',
    });
    const ended = once(child, 'close');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    // A crash has no such line.
    expect(errors.at(-1)).toContain(`info ${signal}: the service ends.`);
    expect(errors.at(-2)).toContain('did you mean SERVICE_FRAME_ANCESTORS?');
  },
);
