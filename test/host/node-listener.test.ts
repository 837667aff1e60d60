import {
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDashboardHost,
  type DashboardHost,
  type NodeContext,
  sessionIdFrom,
  toNodeListener,
} from 'embedded-dashboard/host';
import { GUID, OWN_HEADERS } from '../support/dashboard-calls.ts';
import { send, serve } from '../support/node-server.ts';
import { type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';

const TOKEN = 'token-0123456789';
const CALL = {
  method: 'POST',
  path: '/dashboards/token',
  headers: OWN_HEADERS,
  body: JSON.stringify({ dashboardGuid: GUID }),
};

let upstream: ScriptedUpstream;
let host: DashboardHost;
const resolve = vi.fn((_request: Request, _details: { context: unknown }) => ({
  sessionId: 'session-1',
  dashboards: [GUID],
}));

beforeEach(async () => {
  upstream = await startUpstream();
  host = createDashboardHost({ baseUrl: upstream.baseUrl, apiKey: 'key-1', resolve });
  resolve.mockClear();
});

afterEach(() => upstream[Symbol.asyncDispose]());

describe('behind node:http', () => {
  test('serves all three routes', async () => {
    await using server = await serve(toNodeListener(host));
    const { port } = server;
    const token = await send({ port, ...CALL });
    expect(token).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(JSON.parse(token.body)).toEqual({
      token: TOKEN,
      expiresIn: 7200,
      baseUrl: upstream.baseUrl,
    });
    const logout = await send({ port, ...CALL, path: '/dashboards/logout', body: '{}' });
    expect(logout).toMatchObject({ status: 204, body: '' });
    const page = await send({ port, path: `/dashboards/${GUID}?theme=dark&color=$fc0` });
    const location = `${upstream.baseUrl}/Tdb/${TOKEN}?theme=dark&color=$fc0`;
    expect(page).toMatchObject({ status: 303, headers: { location } });
  });

  test('gives resolve the request with its cookies, and the pair as context', async () => {
    const pairs: unknown[] = [];
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      pairs.push({ req, res });
      void listener(req, res);
    });
    await send({ ...CALL, port: server.port, headers: { ...OWN_HEADERS, Cookie: 'sid=1' } });
    const [request, { context }] = resolve.mock.calls[0]!;
    expect(request.headers.get('Cookie')).toBe('sid=1');
    expect(request.url).toBe(`http://127.0.0.1:${server.port}/dashboards/token`);
    expect((context as { req: unknown }).req).toBe((pairs[0] as { req: unknown }).req);
    expect((context as { res: unknown }).res).toBe((pairs[0] as { res: unknown }).res);
  });

  test('resolve reads Node’s own request from the context', async () => {
    const sessionHost = createDashboardHost<NodeContext>({
      baseUrl: upstream.baseUrl,
      apiKey: 'key-1',
      resolve: (_, { context }) => ({
        sessionId: sessionIdFrom(context.req.headers.cookie ?? ''),
        dashboards: [GUID],
      }),
    });
    await using server = await serve(toNodeListener(sessionHost));
    await send({ ...CALL, port: server.port, headers: { ...OWN_HEADERS, Cookie: 'sid=1' } });
    expect(upstream.calls[0]!.url).toContain(`/${sessionIdFrom('sid=1')}/`);
  });

  test.for([
    ['GET', '/', 404],
    ['GET', '//evil.example/dashboards/token', 404],
    ['HEAD', '/dashboards/token', 405],
    ['OPTIONS', '/dashboards/token', 405],
    ['OPTIONS', '*', 400],
    ['TRACE', '/dashboards/token', 405],
    ['TRACE', '/', 404],
  ] as const)('%s %s is %i', async ([method, path, status]) => {
    await using server = await serve(toNodeListener(host));
    const answer = await send({ ...CALL, port: server.port, method, path, body: undefined });
    expect(answer.status).toBe(status);
    expect(upstream.calls).toEqual([]);
  });

  test('tells TRACE which method its routes take', async () => {
    await using server = await serve(toNodeListener(host));
    const answer = await send({ port: server.port, method: 'TRACE', path: '/dashboards/token' });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  test.for(['http://127.0.0.1:4500', 'HTTPS://app.example.com'])(
    'serves a request target in absolute form that begins with %s',
    async (origin) => {
      await using server = await serve(toNodeListener(host));
      const path = `${origin}${CALL.path}`;
      expect(await send({ ...CALL, port: server.port, path })).toMatchObject({ status: 200 });
      const [{ url }] = resolve.mock.calls[0]!;
      expect(url).toBe(`http://127.0.0.1:${server.port}/dashboards/token`);
      const root = await send({ port: server.port, path: `${origin}?/dashboards/token` });
      expect(root.status).toBe(404);
    },
  );

  test('stays silent where somebody else has begun to answer meanwhile', async () => {
    const listener = toNodeListener(host);
    const waiting: ServerResponse[] = [];
    upstream.script((response) => waiting.push(response));
    await using server = await serve(async (req, res) => {
      const outcome = listener(req, res).then(() => 'silent', String);
      await vi.waitFor(() => expect(waiting).toHaveLength(1));
      res.writeHead(200).write('begun, ');
      waiting[0]!.end(TOKEN);
      res.end(await outcome);
    });
    const answer = await send({ ...CALL, port: server.port });
    expect(answer).toMatchObject({ status: 200, body: 'begun, silent' });
  });

  test('a malformed Host is 400, and compares with no origin', async () => {
    await using server = await serve(toNodeListener(host));
    const headers = { ...OWN_HEADERS, Host: 'a b^' };
    expect(await send({ ...CALL, port: server.port, headers })).toMatchObject({ status: 400 });
  });

  test('a body over 8 KiB is 413, and the server goes on', async () => {
    await using server = await serve(toNodeListener(host));
    const answer = await send({ ...CALL, port: server.port, body: 'x'.repeat(100_000) });
    expect(answer.status).toBe(413);
    expect((await send({ ...CALL, port: server.port })).status).toBe(200);
  });

  test('a client that goes away cancels the call of the service', async () => {
    upstream.script(() => {});
    const listener = toNodeListener(host);
    const settled = vi.fn();
    await using server = await serve((req, res) => void listener(req, res).then(settled));
    const { body, ...options } = CALL;
    const client = openRequest({ host: '127.0.0.1', port: server.port, ...options });
    client.on('error', () => {}).end(body);
    await vi.waitFor(() => expect(upstream.calls).toHaveLength(1));
    client.destroy();
    await vi.waitFor(() => expect(upstream.calls[0]!.cancelled).toBe(true));
    await vi.waitFor(() => expect(settled).toHaveBeenCalledOnce());
  });
});

/** What a body parser leaves on the request. */
type Parsed = IncomingMessage & { body?: unknown; originalUrl?: string };

/** Reads the body and goes on at once, as parsers do, while the request has yet to close. */
const parser =
  (toBody: (content: Buffer) => unknown, then: RequestListener): RequestListener =>
  (req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      (req as Parsed).body = toBody(Buffer.concat(chunks));
      then(req, res);
    });
  };

describe('behind Connect and Express', () => {
  const readers: [string, (content: Buffer) => unknown][] = [
    ['an object', (content) => JSON.parse(String(content))],
    ['a string', String],
    ['a Buffer', (content) => content],
  ];

  test.for(readers)('serves after a parser that left %s', async ([, toBody]) => {
    const listener = toNodeListener(host);
    await using server = await serve(parser(toBody, (req, res) => void listener(req, res)));
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
  });

  test('serves after a parser that left the body alone, but set an empty one', async () => {
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      (req as Parsed).body = {};
      void listener(req, res);
    });
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
  });

  test('a body that somebody else has read without a trace is 400', async () => {
    const listener = toNodeListener(host);
    await using server = await serve(
      parser(
        () => {},
        (req, res) => void listener(req, res),
      ),
    );
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 400 });
  });

  test('finds its routes by the address before a router took its part away', async () => {
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      Object.assign(req, { originalUrl: req.url, url: req.url?.replace('/dashboards', '') });
      void listener(req, res, () => res.writeHead(418).end());
    });
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
  });

  test.for([
    '/',
    '/dashboards',
    '/dashboards/sales',
    '/dashboards/token/more',
    '//dashboards/token',
    '/?/dashboards/token',
  ])('leaves %s with its body to the next handler', async (path) => {
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      const next = async (error?: unknown) => res.end(String(error) + String(await buffer(req)));
      void listener(req, res, (error) => void next(error));
    });
    const answer = await send({ ...CALL, port: server.port, path });
    expect(answer).toMatchObject({ status: 200, body: `undefined${CALL.body}` });
  });

  test('leaves other addresses in absolute form to the next handler', async () => {
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      void listener(req, res, () => res.writeHead(418).end());
    });
    const ask = (path: string) => send({ ...CALL, port: server.port, path });
    expect((await ask('http://localhost/more')).status).toBe(418);
    expect((await ask('http://localhost/dashboards/token')).status).toBe(200);
  });

  test('answers a wrong method on its routes itself', async () => {
    const listener = toNodeListener(host);
    const next = vi.fn();
    await using server = await serve((req, res) => void listener(req, res, next));
    const answer = await send({ port: server.port, method: 'DELETE', path: '/dashboards/token' });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(next).not.toHaveBeenCalled();
  });
});

test('behind Fastify it takes the reply over and finds the body that Fastify has parsed', async () => {
  const listener = toNodeListener(host);
  const hijack = vi.fn();
  const toFastify: RequestListener = (raw, rawReply) => {
    const { body } = raw as Parsed;
    delete (raw as Parsed).body;
    const request = { raw, body, originalUrl: raw.url };
    void listener(request, { raw: rawReply, hijack });
  };
  await using server = await serve(parser((content) => JSON.parse(String(content)), toFastify));
  expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
  expect(hijack).toHaveBeenCalledOnce();
  expect(resolve.mock.calls[0]![1].context).toMatchObject({ res: { hijack } });
});

test('a client that goes away after a parser cancels the call of the service, too', async () => {
  upstream.script(() => {});
  const listener = toNodeListener(host);
  await using server = await serve(parser(String, (req, res) => void listener(req, res)));
  const { body, ...options } = CALL;
  const client = openRequest({ host: '127.0.0.1', port: server.port, ...options });
  client.on('error', () => {}).end(body);
  await vi.waitFor(() => expect(upstream.calls).toHaveLength(1));
  client.destroy();
  await vi.waitFor(() => expect(upstream.calls[0]!.cancelled).toBe(true));
});
