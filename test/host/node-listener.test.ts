import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDashboardHost,
  type DashboardHost,
  type NodeContext,
  sessionIdFrom,
  toNodeListener,
} from 'embedded-dashboard/host';
import { GUID, OWN_HEADERS } from '../support/dashboard-calls.ts';
import { send, serve } from '../support/node-server.ts';
import { upstream, useUpstream } from './own-upstream.ts';
import { TOKEN } from '../support/scripted-upstream.ts';

useUpstream();

const CALL = {
  method: 'POST',
  path: '/dashboards/token',
  headers: OWN_HEADERS,
  body: JSON.stringify({ dashboardGuid: GUID }),
};

const LARGE = {
  ...CALL,
  headers: { ...OWN_HEADERS, 'Transfer-Encoding': 'chunked' },
  body: JSON.stringify({ dashboardGuid: GUID, padding: 'x'.repeat(9_000) }),
};

/** Sends the call on a connection that the test may close. */
function startCall(port: number): ClientRequest {
  const { body, ...options } = CALL;
  const client = openRequest({ host: '127.0.0.1', port, ...options });
  client.on('error', () => {}).end(body);
  return client;
}

let host: DashboardHost;
const resolve = vi.fn((_request: Request, _details: { context: unknown }) => ({
  sessionId: 'session-1',
  dashboards: [GUID],
}));

beforeEach(() => {
  host = createDashboardHost({ baseUrl: upstream.baseUrl, apiKey: 'key-1', resolve });
  resolve.mockClear();
});

describe('behind node:http', () => {
  test('passes resolve the request with its full address, and the pair as context', async () => {
    const pairs: NodeContext[] = [];
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      pairs.push({ req, res });
      void listener(req, res);
    });
    const headers = { ...OWN_HEADERS, Cookie: 'sid=1' };
    const answer = await send({ ...CALL, port: server.port, headers });
    expect(JSON.parse(answer.body)).toMatchObject({ token: TOKEN });
    const [request, { context }] = resolve.mock.calls[0]!;
    expect(request.url).toBe(`http://127.0.0.1:${server.port}/dashboards/token`);
    expect([request.method, request.headers.get('Cookie')]).toEqual(['POST', 'sid=1']);
    expectPair(context, pairs[0]!);
  });

  test('serves a request of HTTP/1.0 without Host', async () => {
    await using server = await serve(toNodeListener(host));
    const socket = connect(server.port, '127.0.0.1');
    const headers = { ...OWN_HEADERS, 'Content-Length': CALL.body.length };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([`POST ${CALL.path} HTTP/1.0`, ...lines, '', CALL.body].join('\r\n'));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    expect(resolve.mock.calls[0]![0].url).toBe('http://localhost/dashboards/token');
  });

  test('reads a character whose bytes arrive in different chunks', async () => {
    await using server = await serve(toNodeListener(host));
    const bytes = Buffer.from(
      JSON.stringify({ dashboardGuid: GUID, parameters: { Land: 'Österreich' } }),
    );
    const middle = bytes.indexOf('Ö') + 1;
    const { body: _body, ...options } = CALL;
    const client = openRequest({ host: '127.0.0.1', port: server.port, ...options });
    client.write(bytes.subarray(0, middle));
    client.end(bytes.subarray(middle));
    await once(client, 'response');
    const parameters = { Land: 'Österreich' };
    expect(resolve).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ parameters }),
    );
  });

  test('refuses a body of more than 8 KiB without Content-Length', async () => {
    await using server = await serve(toNodeListener(host));
    const answer = await send({ ...LARGE, port: server.port });
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([413, 'too-large']);
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
    ['OPTIONS', '*', 400],
    ['TRACE', '/dashboards/token', 405],
    ['TRACE', '/', 404],
  ] as const)('%s %s is %i', async ([method, path, status]) => {
    await using server = await serve(toNodeListener(host));
    const answer = await send({ ...CALL, port: server.port, method, path, body: undefined });
    expect(answer.status).toBe(status);
    expect(upstream.calls).toEqual([]);
  });

  test('answers TRACE with the method that the route allows', async () => {
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

  test('does not answer if the application has already started its answer', async () => {
    const listener = toNodeListener(host);
    const waiting: ServerResponse[] = [];
    upstream.script((response) => waiting.push(response));
    await using server = await serve(async (req, res) => {
      const outcome = Promise.resolve(listener(req, res)).then(() => 'silent', String);
      await expect.poll(() => waiting).toHaveLength(1);
      res.writeHead(200).write('begun, ');
      waiting[0]!.end(TOKEN);
      res.end(await outcome);
    });
    const answer = await send({ ...CALL, port: server.port });
    expect(answer).toMatchObject({ status: 200, body: 'begun, silent' });
  });

  test('a malformed Host is 400, and matches no origin', async () => {
    await using server = await serve(toNodeListener(host));
    const headers = { ...OWN_HEADERS, Host: 'a b^' };
    expect(await send({ ...CALL, port: server.port, headers })).toMatchObject({ status: 400 });
  });

  test('settles when the client disconnects', async () => {
    upstream.script(() => {});
    const listener = toNodeListener(host);
    const settled = vi.fn();
    await using server = await serve((req, res) => void listener(req, res)?.then(settled));
    const client = startCall(server.port);
    await expect.poll(() => upstream.calls).toHaveLength(1);
    client.destroy();
    await expect.poll(() => settled).toHaveBeenCalledOnce();
    expect(console.error).not.toHaveBeenCalled();
  });

  test('settles if the client has disconnected before it gets the request', async () => {
    const listener = toNodeListener(host);
    const settled = vi.fn();
    await using server = await serve(async (req, res) => {
      client.destroy();
      await once(res, 'close');
      void Promise.resolve(listener(req, res)).then(settled);
    });
    const client = startCall(server.port);
    await expect.poll(() => settled).toHaveBeenCalledOnce();
    expect(resolve).not.toHaveBeenCalled();
  });

  test.for(['before', 'after'])(
    'aborts the signal that resolve reads %s the client disconnects',
    async (time) => {
      const reached = vi.fn();
      const aborted = vi.fn();
      const slowHost = createDashboardHost<NodeContext>({
        baseUrl: upstream.baseUrl,
        apiKey: 'key-1',
        async resolve(request, { context }) {
          const early = time === 'before' ? request.signal : null;
          reached();
          await once(context.res, 'close');
          const signal = early ?? request.signal;
          aborted(signal.aborted, request.signal === signal);
          return null;
        },
      });
      await using server = await serve(toNodeListener(slowHost));
      const client = startCall(server.port);
      await expect.poll(() => reached).toHaveBeenCalledOnce();
      client.destroy();
      await expect.poll(() => aborted).toHaveBeenCalledOnce();
      expect(aborted).toHaveBeenCalledWith(true, true);
    },
  );
});

/** A request that a body parser has read. */
type Parsed = IncomingMessage & { body?: unknown };

/** Reads the body and continues immediately, as parsers do, before the request closes. */
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
    ['a string', String],
    ['a Buffer', (content) => content],
    ['an object', (content) => JSON.parse(String(content))],
  ];

  test.for(readers)('serves after a parser that left %s', async ([, toBody]) => {
    const listener = toNodeListener(host);
    await using server = await serve(parser(toBody, (req, res) => void listener(req, res)));
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
  });

  test.for(readers)('refuses more than 8 KiB after a parser that left %s', async ([, toBody]) => {
    const listener = toNodeListener(host);
    await using server = await serve(parser(toBody, (req, res) => void listener(req, res)));
    expect(await send({ ...LARGE, port: server.port })).toMatchObject({ status: 413 });
  });

  test('serves after a parser that did not read the body, but set an empty one', async () => {
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      (req as Parsed).body = {};
      void listener(req, res);
    });
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
  });

  test('a body that was already read and not kept is 400', async () => {
    const listener = toNodeListener(host);
    await using server = await serve(
      parser(
        () => {},
        (req, res) => void listener(req, res),
      ),
    );
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 400 });
  });

  test.for(['/', '/dashboards/sales', '//dashboards/token', '/?/dashboards/token'])(
    'passes %s with its body to the next handler',
    async (path) => {
      const listener = toNodeListener(host);
      await using server = await serve((req, res) => {
        const next = async (error?: unknown) => res.end(String(error) + String(await buffer(req)));
        void listener(req, res, (error?: unknown) => void next(error));
      });
      const answer = await send({ ...CALL, port: server.port, path });
      expect(answer).toMatchObject({ status: 200, body: `undefined${CALL.body}` });
    },
  );

  test('passes other addresses in absolute form to the next handler', async () => {
    const listener = toNodeListener(host);
    await using server = await serve((req, res) => {
      void listener(req, res, () => res.writeHead(418).end());
    });
    const ask = (path: string) => send({ ...CALL, port: server.port, path });
    expect((await ask('http://localhost/more')).status).toBe(418);
    expect((await ask('http://localhost/dashboards/token')).status).toBe(200);
  });
});

describe('behind Fastify', () => {
  test('passes resolve Fastify’s own pair as context', async () => {
    const pairs: NodeContext<FastifyRequest, FastifyReply>[] = [];
    const listener = toNodeListener(host);
    const app = fastify().all('/dashboards/*', (req, res) => {
      pairs.push({ req, res });
      return listener(req, res);
    });
    await app.ready();
    await using server = await serve(app.routing);
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
    expectPair(resolve.mock.calls[0]![1].context, pairs[0]!);
  });

  test('takes over the reply before it calls resolve', async () => {
    const isTakenOver = vi.fn();
    const fastifyHost = createDashboardHost<NodeContext<FastifyRequest, FastifyReply>>({
      baseUrl: upstream.baseUrl,
      apiKey: 'key-1',
      resolve: (_, { context }) => isTakenOver(context.res.sent),
    });
    const app = fastify().addHook('onRequest', toNodeListener(fastifyHost));
    await app.ready();
    await using server = await serve(app.routing);
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 401 });
    expect(isTakenOver).toHaveBeenCalledExactlyOnceWith(true);
  });

  test('lets Fastify continue once after its hook', async () => {
    const handle = vi.fn(async () => 'handled');
    const app = fastify().addHook('onRequest', toNodeListener(host)).post('/more', handle);
    await app.ready();
    await using server = await serve(app.routing);
    const answer = await send({ ...CALL, port: server.port, path: '/more' });
    expect(answer).toMatchObject({ status: 200, body: 'handled' });
    expect(handle).toHaveBeenCalledOnce();
  });
});

/** Expects the same objects, not equal copies. */
function expectPair(context: unknown, { req, res }: NodeContext<unknown, unknown>): void {
  expect((context as NodeContext).req).toBe(req);
  expect((context as NodeContext).res).toBe(res);
}
