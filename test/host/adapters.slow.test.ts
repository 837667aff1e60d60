import { Agent, request as openRequest } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type NodeServer, send, serve } from '../support/node-server.ts';
import { type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { toRows } from '../support/to-rows.ts';
import { type FrameworkName, FRAMEWORKS, type HostApplication } from './frameworks.ts';
import {
  createRowHost,
  REQUESTS,
  serveRows,
  toAnswer,
  toRequest,
  withoutServer,
} from './request-rows.ts';

/**
 * The statuses of answers that a framework gives automatically, without calling the host: by the requests that have one
 * of these parts. Parsers refuse bodies that they cannot read. In the rows without `after` and `route` the listener runs
 * before the parsers, so they refuse nothing.
 */
const OWN_ANSWERS: Partial<Record<FrameworkName, Record<number, RegExp>>> = {
  'Express, after express.json()': {
    400: /Body: ("text"|null|7|true|\{"dashboardGuid":)$/,
    413: /of (200 KB|2 MB)/,
    415: /iso-8859-1/,
  },
  'Fastify, as a route': {
    400: /^(DELETE|OPTIONS) token$|Body: (-|\{"dashboardGuid":|\{"__proto__".*)$/,
    413: /of 2 MB/,
    415: /Content-Type: (-|text\/json|\S*(xml|jsonp|json-patch|form).*)$/,
  },
};

let upstream: ScriptedUpstream;
let server: NodeServer;

const { Request: ofNode, Response: answerOfNode } = globalThis;

// Hono's server replaces both, and other tests run in this process.
afterAll(() => Object.assign(globalThis, { Request: ofNode, Response: answerOfNode }));

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  upstream = await startUpstream();
  upstream.script(serveRows);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const ask = async (situation: string, more = {}) => {
  const { status, headers, body } = await send({
    ...toRequest(situation),
    port: server.port,
    ...more,
  });
  return withoutServer(status, Object.entries(headers), body);
};

describe.for(Object.entries<HostApplication>(FRAMEWORKS))('%s', ([name, toListener]) => {
  beforeEach(async () => {
    server = await serve(await toListener(createRowHost(upstream.baseUrl)));
  });

  const ownAnswers = Object.entries(OWN_ANSWERS[name as FrameworkName] ?? {});

  test.for(toRows(REQUESTS))('answers %s → %s', async ([situation, result]) => {
    const answer = await ask(situation);
    const [own] = ownAnswers.find(([, requests]) => requests.test(situation)) ?? [];
    if (!own) {
      expect(answer).toEqual(toAnswer(result, toRequest(situation)));
      return;
    }
    expect(answer.status).toBe(Number(own));
    expect(answer.headers).not.toHaveProperty('referrer-policy');
    expect(upstream.calls).toEqual([]);
  });

  test('serves the next request after a body that is too long', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask('POST token | Body: of 200 KB', { agent })).toMatchObject({ status: 413 });
    expect(await ask('POST token', { agent })).toMatchObject({ status: 200 });
  });

  test('does not touch the application’s own addresses, or their bodies', async () => {
    const answer = await ask('POST token | Body: {"a":1}', { path: '/echo' });
    expect(answer).toMatchObject({ status: 200, content: { a: 1 } });
    expect(answer.headers).not.toHaveProperty('referrer-policy');
  });

  test.for(['/dashboards', '/dashboards/sales', '/dashboards/token/more', '/'])(
    'answers 404 at %s',
    async (path) => {
      expect(await ask('POST token', { path })).toMatchObject({ status: 404 });
      expect(upstream.calls).toEqual([]);
    },
  );

  test('aborts the service call when the client disconnects', async () => {
    upstream.script(() => {});
    const { body, ...options } = toRequest('POST token');
    const client = openRequest({ host: '127.0.0.1', port: server.port, ...options });
    client.on('error', () => {}).end(body);
    await expect.poll(() => upstream.calls).toHaveLength(1);
    client.destroy();
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
  });
});
