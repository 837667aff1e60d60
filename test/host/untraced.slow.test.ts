import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSecrets, SECRETS } from './secret-scan.ts';
import { openWatchedApplication, type WatchedApplication } from './watched-application.ts';

let application: WatchedApplication;

beforeEach(async () => {
  application = await openWatchedApplication();
});

afterEach(() => application[Symbol.asyncDispose]());

/** Returns the spans that OpenTelemetry records of an application's calls, without any setup for the host. */
async function spansWith(weatherUrl: string): Promise<string> {
  const tracing = resolve('test/host/console-tracing.mjs');
  const { stdout } = await application.run([tracing], { WEATHER_URL: weatherUrl });
  expect(application.service.calls.length).toBeGreaterThanOrEqual(4);
  return stdout;
}

test('OpenTelemetry records the spans of all calls except service calls', async () => {
  const url = application.weatherUrl;
  const spans = await spansWith(url);
  expect(spans.match(/'url\.full': .*/g)).toEqual([`'url.full': '${url}',`]);
  expect(findSecrets(spans)).toEqual([]);
});

test('the same call outside of the host is recorded, with the key', async () => {
  const key = encodeURIComponent(SECRETS.apiKey);
  const spans = await spansWith(`${application.service.baseUrl}/api/logout/${key}/1`);
  expect(findSecrets(spans)).not.toEqual([]);
});
