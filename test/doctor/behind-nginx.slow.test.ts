import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createDashboardHost, toNodeListener } from 'embedded-dashboard/host';
import { checkHost, type Finding } from 'embedded-dashboard/host-conformance';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { hasNginx, startNginxOnPort } from '../support/nginx.ts';
import { type NodeServer, serve } from '../support/node-server.ts';
import { type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';

let folder: string;
let upstream: ScriptedUpstream;
let host: NodeServer;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/nginx-`);
  upstream = await startUpstream();
  const dashboards = createDashboardHost({
    baseUrl: upstream.baseUrl,
    apiKey: 'key-1',
    resolve: () => ({ sessionId: 'session-1', dashboards: [GUID] }),
  });
  host = await serve(toNodeListener(dashboards));
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Returns the failed checks of the host behind an nginx server with these lines of configuration. */
async function checkBehind(lines: string): Promise<Finding[]> {
  const location = `location / { proxy_pass http://127.0.0.1:${host.port}; ${lines} }`;
  await using nginx = await startNginxOnPort(
    folder,
    (port) => `access_log off; server { listen 127.0.0.1:${port}; ${location} }`,
  );
  const url = `http://localhost:${nginx.port}/dashboards`;
  const findings = await checkHost({ url, dashboardGuid: GUID, withLogout: true });
  return findings.filter(({ ok }) => !ok);
}

test.skipIf(!hasNginx)('a host behind a plain nginx passes all checks', async () => {
  expect(await checkBehind('proxy_set_header Host $http_host;')).toEqual([]);
});

test.skipIf(!hasNginx)('a proxy that removes X-Embedded-Dashboard is reported', async () => {
  const [first, ...others] = await checkBehind('proxy_set_header X-Embedded-Dashboard "";');
  expect(first).toMatchObject({
    check: 'host/answers-200',
    fix: expect.stringContaining('a proxy removes X-Embedded-Dashboard'),
  });
  expect(others).toEqual([]);
});

test.skipIf(!hasNginx)('a proxy that replaces Host is reported', async () => {
  expect(await checkBehind('proxy_set_header Host internal.example;')).toEqual([
    expect.objectContaining({
      check: 'host/accepts-no-fetch-metadata',
      fix: expect.stringContaining('proxy_set_header Host $http_host'),
    }),
  ]);
});
