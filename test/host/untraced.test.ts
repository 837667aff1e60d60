import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NodeServer, serve } from '../support/node-server.ts';
import { findSecrets, SECRETS } from '../support/secret-scan.ts';
import { answerWith, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { runWatched } from '../support/watched-process.ts';

// Each test starts a process.
vi.setConfig({ testTimeout: 60_000 });

let upstream: ScriptedUpstream;
let weather: NodeServer;

beforeEach(async () => {
  upstream = await startUpstream();
  upstream.script((response, call) => {
    const status = call.url.includes('?apiKey=') ? 500 : 200;
    answerWith(SECRETS.token, { status })(response, call);
  });
  weather = await serve((_, response) => response.end('sunny'));
});

afterEach(async () => {
  await upstream[Symbol.asyncDispose]();
  await weather[Symbol.asyncDispose]();
});

/** What OpenTelemetry records of an application's calls, with nothing set up for the host. */
async function spansWith(weatherUrl: string): Promise<string> {
  const { stdout } = await runWatched('test/support/host-application.ts', {
    args: ['--import', resolve('test/support/console-tracing.mjs')],
    env: {
      DASHBOARD_URL: upstream.baseUrl,
      DASHBOARD_API_KEY: SECRETS.apiKey,
      WEATHER_URL: weatherUrl,
    },
  });
  expect(upstream.calls.length).toBeGreaterThanOrEqual(4);
  return stdout;
}

test('OpenTelemetry records no span of the service’s calls, and those of all others', async () => {
  const url = `http://127.0.0.1:${weather.port}/today`;
  const spans = await spansWith(url);
  expect(spans.match(/'url\.full': .*/g)).toEqual([`'url.full': '${url}',`]);
  expect(findSecrets(spans)).toEqual([]);
});

test('the same call beside the host is recorded, with the key', async () => {
  const key = encodeURIComponent(SECRETS.apiKey);
  const spans = await spansWith(`${upstream.baseUrl}/api/logout/${key}/1`);
  expect(findSecrets(spans)).not.toEqual([]);
});
