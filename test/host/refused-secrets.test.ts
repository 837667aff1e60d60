import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDashboardHost,
  type DashboardHost,
  type DashboardHostOptions,
  type TokenRequest,
} from 'embedded-dashboard/host';
import { GUID, tokenCall } from '../support/dashboard-calls.ts';
import { everythingOf, findSecrets, SECRETS } from './secret-scan.ts';

const { apiKey, sessionId, connectionString } = SECRETS;
const baseUrl = 'https://bi.example.com';
const CONSOLE = ['log', 'info', 'warn', 'error', 'debug'] as const;
const USER = { ...SECRETS, dashboards: [GUID] };

let host: DashboardHost;
let lines: unknown[][];
/** All other output. */
let written: unknown[][][];

beforeEach(() => {
  host = createDashboardHost({ baseUrl, apiKey, resolve: () => USER });
  const hush = (method: (typeof CONSOLE)[number]) =>
    vi.spyOn(console, method).mockImplementation(() => {}).mock.calls;
  lines = hush('error');
  written = [process.stdout, process.stderr].map(
    (stream) => vi.spyOn(stream, 'write').mockReturnValue(true).mock.calls,
  );
  written.push(...CONSOLE.filter((method) => method !== 'error').map(hush));
});

afterEach(() => vi.restoreAllMocks());

test('host and client show no key', () => {
  expect(findSecrets(everythingOf(host) + everythingOf(host.client))).toEqual([]);
});

describe('an error of the host application has a line in the log, and does not show', () => {
  const failing = () => {
    throw new Error(connectionString, { cause: SECRETS });
  };
  test.for<[string, DashboardHostOptions['resolve']]>([
    ['the exception of resolve', failing],
    ['the rejection of resolve', () => Promise.reject(SECRETS)],
    ['the exception of dashboards', () => ({ ...USER, dashboards: failing })],
    ['a list of dashboards', () => ({ ...USER, dashboards: [apiKey] })],
    ['a session id', () => ({ ...USER, sessionId: `${sessionId}/..` })],
    ['a connection string', () => ({ ...USER, connectionString: connectionString.repeat(1000) })],
    ['the name of a parameter', () => ({ ...USER, sqlParameters: { [apiKey]: 1 } })],
    ['the value of a parameter', () => ({ ...USER, sqlParameters: { a: `${apiKey};` } })],
    ['too many parameters', () => ({ ...USER, sqlParameters: manyParameters() })],
    ['a user', () => ({ ...USER, user: apiKey.repeat(100) })],
  ])('%s', async ([, resolve]) => {
    const faulty = createDashboardHost({ baseUrl, apiKey, resolve });
    const answer = await faulty.fetch(tokenCall());
    expect(answer.status).toBe(500);
    expect(lines).toEqual([[expect.stringMatching(/^embedded-dashboard: config: /)]]);
    const shown = `${await answer.text()} ${everythingOf([answer, lines, written])}`;
    expect(findSecrets(shown)).toEqual([]);
  });
});

describe('an error does not show', () => {
  test.for<[string, Partial<TokenRequest>]>([
    ['a GUID', { dashboardGuid: sessionId }],
    ['a session id', { sessionId: `${sessionId}/..` }],
    ['a connection string', { connectionString: connectionString.repeat(1000) }],
    ['a connection string for a GET', { form: 'query' }],
    ['a form', { form: apiKey as 'json' }],
    ['the name of a parameter', { sqlParameters: { [apiKey]: 1 } }],
    ['the value of a parameter', { sqlParameters: { a: `${apiKey};` } }],
    ['too many parameters', { sqlParameters: manyParameters() }],
    ['a user', { user: apiKey.repeat(100) }],
  ])('%s that is refused', async ([, fields]) => {
    const request = { ...SECRETS, dashboardGuid: GUID, ...fields };
    const error: unknown = await host.client.getToken(request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'DashboardHostError' });
    expect(findSecrets(everythingOf(error))).toEqual([]);
  });

  test('a refused session id of a logout, or a refused token to display', async () => {
    const { logout, displayUrl } = host.client;
    const errors = await Promise.all(
      [
        () => logout({ sessionId: `${sessionId}?` }),
        async () => displayUrl(`${SECRETS.token}/..`),
      ].map((run: () => Promise<unknown>) => run().catch((reason: unknown) => reason)),
    );
    for (const error of errors) expect(error).toMatchObject({ name: 'DashboardHostError' });
    expect(findSecrets(everythingOf(errors))).toEqual([]);
  });

  test.for<[string, object]>([
    ['a key', { apiKey: `${apiKey}/` }],
    ['a long key', { apiKey: apiKey.repeat(300) }],
    ['user info', { baseUrl: `https://${sessionId}:${sessionId}@host` }],
    ['a relative address', { baseUrl: `/${sessionId}` }],
    ['an address with a query', { baseUrl: `${baseUrl}?key=${sessionId}` }],
    ['another scheme', { baseUrl: `ftp://${sessionId}` }],
    ['a port', { baseUrl: `https://${sessionId}:99999` }],
    ['a base path', { basePath: sessionId }],
    ['an origin', { origins: [sessionId] }],
  ])('%s that is refused in the settings', ([, settings]) => {
    const create = () => createDashboardHost({ baseUrl, apiKey, resolve: () => USER, ...settings });
    expect(create).toThrow(
      expect.toSatisfy(
        (error: Error) =>
          error.name === 'DashboardHostError' && !findSecrets(everythingOf(error)).length,
      ),
    );
  });
});

function manyParameters(): Record<string, string> {
  return Object.fromEntries(Array.from('abcdefghij', (name) => [name, sessionId.repeat(15)]));
}
