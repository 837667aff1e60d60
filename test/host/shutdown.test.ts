import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { bundleScript } from '../support/bundle-script.ts';
import { GUID, OWN_HEADERS } from '../support/dashboard-calls.ts';
import { send } from '../support/node-server.ts';
import { startUpstream } from '../support/scripted-upstream.ts';

test('a server finishes pending requests after SIGTERM, and the host does not delay its exit', async () => {
  await using upstream = await startUpstream();
  const program = await bundleScript('test/host/served-host.ts');
  const server = spawn(process.execPath, [program, upstream.baseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(server.stdout, 'data');
    let answerToken = (): void => {};
    // The limit of an answer that has begun is longer.
    upstream.script((response) => {
      response.writeHead(200).write('token-');
      answerToken = () => response.end('0123456789');
    });
    const answer = send({
      port: Number(port),
      method: 'POST',
      path: '/dashboards/token',
      headers: OWN_HEADERS,
      body: JSON.stringify({ dashboardGuid: GUID }),
    });
    await upstream.untilCalled(1);
    const end = once(server, 'exit');
    server.kill('SIGTERM');
    await once(server.stdout, 'data');
    const lastWords = once(server.stdout, 'data');
    answerToken();
    expect((await answer).status).toBe(200);
    // A timeout that outlives its call would keep the process alive for seconds.
    expect(String(await lastWords)).not.toContain('Timeout');
    expect(await end).toEqual([0, null]);
  } finally {
    server.kill('SIGKILL');
  }
});
