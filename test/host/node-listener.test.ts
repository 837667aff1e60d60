import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type RequestListener,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import * as http2 from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import fastify, {
  type FastifyInstance,
  type FastifyReply as Reply,
  type FastifyRequest,
} from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type NodeContext, toNodeListener } from 'embedded-dashboard/host';
import { GUID, OWN_HEADERS } from '../support/dashboard-calls.ts';
import { send, serve } from '../support/node-server.ts';
import { TOKEN } from '../support/scripted-upstream.ts';
import { newHost, upstream, USER, useUpstream } from './own-upstream.ts';

useUpstream();

const CALL = {
  method: 'POST',
  path: '/dashboards/token',
  headers: OWN_HEADERS,
  body: JSON.stringify({ dashboardGuid: GUID }),
};

const LARGE = {
  headers: { ...OWN_HEADERS, 'Transfer-Encoding': 'chunked' },
  body: JSON.stringify({ dashboardGuid: GUID, padding: 'x'.repeat(9_000) }),
};

const resolve = vi.fn((_request: Request, _details: { context: unknown }) => USER);
let listener: ReturnType<typeof toNodeListener>;

beforeEach(() => {
  listener = toNodeListener(newHost({ resolve }));
  resolve.mockClear();
});

type Change = RequestOptions & { body?: string };

/** Sends a token request, with changes, to a server that is closed after its answer. */
async function ask(serveWith: RequestListener, change: Change = {}): ReturnType<typeof send> {
  await using server = await serve(serveWith);
  return await send({ ...CALL, port: server.port, ...change });
}

/** Sends the call on a connection that the test may close. */
function startCall(port: number): ClientRequest {
  const { body, ...options } = CALL;
  const client = openRequest({ host: '127.0.0.1', port, ...options });
  client.on('error', () => {}).end(body);
  return client;
}

/** Begins a token request of HTTP/1.0 without Host: its headers, and the first part of its body. */
function beginOldCall(port: number, first: string, length = first.length): Socket {
  const socket = connect(port, '127.0.0.1');
  const headers = { ...OWN_HEADERS, 'Content-Length': length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`POST ${CALL.path} HTTP/1.0`, ...lines, '', first].join('\r\n'));
  return socket;
}

/** Expects the same objects, not equal copies. */
function expectPair(context: unknown, { req, res }: NodeContext<unknown, unknown>): void {
  expect((context as NodeContext).req).toBe(req);
  expect((context as NodeContext).res).toBe(res);
}

describe('behind node:http', () => {
  test('passes resolve the request with its full address, and the pair as context', async () => {
    const pairs: NodeContext[] = [];
    const headers = { ...OWN_HEADERS, Cookie: 'sid=1', Host: 'app.example:80' };
    const serving: RequestListener = (req, res) => {
      pairs.push({ req, res });
      void listener(req, res);
    };
    const answer = await ask(serving, { headers });
    expect(JSON.parse(answer.body)).toMatchObject({ token: TOKEN });
    const [{ url, method, headers: read }, { context }] = resolve.mock.calls[0]!;
    expect([method, url]).toEqual(['POST', 'http://app.example/dashboards/token']);
    expect(read.get('Cookie')).toBe('sid=1');
    expectPair(context, pairs[0]!);
  });

  test('serves a request of HTTP/1.0 without Host', async () => {
    await using server = await serve(listener);
    expect(await text(beginOldCall(server.port, CALL.body))).toMatch(/^HTTP\/1\.1 200 /);
    expect(resolve.mock.calls[0]![0].url).toBe('http://localhost/dashboards/token');
  });

  test('serves a request of HTTP/2, whose host is a pseudo-header', async () => {
    const server = http2.createServer((req, res) => {
      void listener(req as unknown as IncomingMessage, res as unknown as ServerResponse);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = http2.connect(`http://127.0.0.1:${port}`);
    const { method, path, headers, body } = CALL;
    const call = client.request({ ...headers, ':method': method, ':path': path }).end(body);
    expect(JSON.parse(await text(call))).toMatchObject({ token: TOKEN });
    expect(resolve.mock.calls[0]![0].url).toBe(`http://127.0.0.1:${port}/dashboards/token`);
    client.close();
    server.close();
  });

  test('reads all of a body that is too large before it closes the connection', async () => {
    const parts: IncomingMessage[] = [];
    await using server = await serve((req, res) => {
      parts.push(req);
      void listener(req, res);
    });
    const [first, rest] = ['['.repeat(60_000), '['.repeat(40_000)];
    const socket = beginOldCall(server.port, first, first.length + rest.length);
    const received = text(socket);
    await vi.waitUntil(() => socket.bytesWritten > first.length && parts.length > 0);
    // The answer to a later call has come, and none to this one.
    expect(await send({ ...CALL, port: server.port })).toMatchObject({ status: 200 });
    expect(socket.bytesRead).toBe(0);
    socket.write(rest);
    expect(await received).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('reads a character whose bytes arrive in different chunks', async () => {
    await using server = await serve(listener);
    const parameters = { Land: 'Österreich' };
    const bytes = Buffer.from(JSON.stringify({ dashboardGuid: GUID, parameters }));
    const middle = bytes.indexOf('Ö') + 1;
    const { body: _body, ...options } = CALL;
    const client = openRequest({ host: '127.0.0.1', port: server.port, ...options });
    client.write(bytes.subarray(0, middle));
    client.end(bytes.subarray(middle));
    await once(client, 'response');
    expect(resolve.mock.calls[0]![1]).toMatchObject({ parameters });
  });

  test.for([
    ['GET', '/', 404],
    ['GET', '//evil.example/dashboards/token', 404],
    ['OPTIONS', '*', 400],
    ['TRACE', '/dashboards/token', 405],
    ['TRACE', '/', 404],
  ] as const)('%s %s is %i', async ([method, path, status]) => {
    const { headers, ...answer } = await ask(listener, { method, path, body: undefined });
    expect(answer.status).toBe(status);
    expect(headers.allow).toBe(status === 405 ? 'POST' : undefined);
    expect(upstream.calls).toEqual([]);
  });

  test.for(['http://127.0.0.1:4500', 'HTTPS://app.example.com'])(
    'serves a request target in absolute form that begins with %s',
    async (origin) => {
      const headers = { ...OWN_HEADERS, Host: 'app.example' };
      const answer = await ask(listener, { headers, path: `${origin}${CALL.path}` });
      expect(answer.status).toBe(200);
      expect(resolve.mock.calls[0]![0].url).toBe('http://app.example/dashboards/token');
      const root = await ask(listener, { path: `${origin}?/dashboards/token` });
      expect(root.status).toBe(404);
    },
  );

  test('does not answer if the application has already started its answer', async () => {
    const waiting: ServerResponse[] = [];
    upstream.script((response) => waiting.push(response));
    const answer = await ask(async (req, res) => {
      const outcome = Promise.resolve(listener(req, res)).then(() => 'silent', String);
      await expect.poll(() => waiting).toHaveLength(1);
      res.writeHead(200).write('begun, ');
      waiting[0]!.end(TOKEN);
      res.end(await outcome);
    });
    expect(answer).toMatchObject({ status: 200, body: 'begun, silent' });
  });

  test('a malformed Host is 400, and matches no origin', async () => {
    const headers = { ...OWN_HEADERS, Host: 'a b^' };
    expect(await ask(listener, { headers })).toMatchObject({ status: 400 });
  });

  test('settles when the client disconnects', async () => {
    upstream.script(() => {});
    const settled = vi.fn();
    await using server = await serve((req, res) => void listener(req, res)?.then(settled));
    const client = startCall(server.port);
    await expect.poll(() => upstream.calls).toHaveLength(1);
    client.destroy();
    await expect.poll(() => settled).toHaveBeenCalledOnce();
    expect(console.error).not.toHaveBeenCalled();
  });

  test('settles if the client has disconnected before it gets the request', async () => {
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
      const [reached, aborted] = [vi.fn(), vi.fn()];
      const slowHost = newHost<NodeContext>({
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
const parsing =
  (toBody: (content: Buffer) => unknown): RequestListener =>
  (req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      (req as Parsed).body = toBody(Buffer.concat(chunks));
      void listener(req, res);
    });
  };

describe('behind Connect and Express', () => {
  test.for<[string, (content: Buffer) => unknown]>([
    ['a string', String],
    ['a Buffer', (content) => content],
    ['an object', (content) => JSON.parse(String(content))],
  ])('serves at most 8 KiB after a parser that left %s', async ([, toBody]) => {
    expect(await ask(parsing(toBody))).toMatchObject({ status: 200 });
    expect(await ask(parsing(toBody), LARGE)).toMatchObject({ status: 413 });
  });

  test('serves after a parser that did not read the body, but set an empty one', async () => {
    const answer = await ask((req, res) => void listener(Object.assign(req, { body: {} }), res));
    expect(answer).toMatchObject({ status: 200 });
  });

  test('a body that was already read and not kept is 400', async () => {
    expect(await ask(parsing(() => {}))).toMatchObject({ status: 400 });
  });

  test.for(['/', '/dashboards/sales', '//dashboards/token', '/?/dashboards/token', 'http://a/b'])(
    'passes %s with its body to the next handler',
    async (path) => {
      const serving: RequestListener = (req, res) => {
        const next = async (error?: unknown) => res.end(String(error) + String(await buffer(req)));
        void listener(req, res, (error?: unknown) => void next(error));
      };
      const answer = await ask(serving, { path });
      expect(answer).toMatchObject({ status: 200, body: `undefined${CALL.body}` });
      const ours = await ask(serving, { path: 'http://localhost/dashboards/token' });
      expect(JSON.parse(ours.body)).toMatchObject({ token: TOKEN });
    },
  );
});

describe('behind Fastify', () => {
  async function askFastify(app: FastifyInstance, change?: Change): ReturnType<typeof send> {
    await app.ready();
    return await ask(app.routing, change);
  }

  test('passes resolve Fastify’s own pair as context', async () => {
    const pairs: NodeContext<FastifyRequest, Reply>[] = [];
    const app = fastify().all('/dashboards/*', (req, res) => {
      pairs.push({ req, res });
      return listener(req, res);
    });
    expect(await askFastify(app)).toMatchObject({ status: 200 });
    expectPair(resolve.mock.calls[0]![1].context, pairs[0]!);
  });

  test('takes over the reply before it calls resolve', async () => {
    const isTakenOver = vi.fn();
    const fastifyHost = newHost<NodeContext<FastifyRequest, Reply>>({
      resolve: (_, { context }) => isTakenOver(context.res.sent),
    });
    const app = fastify().addHook('onRequest', toNodeListener(fastifyHost));
    expect(await askFastify(app)).toMatchObject({ status: 401 });
    expect(isTakenOver).toHaveBeenCalledExactlyOnceWith(true);
  });

  test('lets Fastify continue once after its hook', async () => {
    const handle = vi.fn(async () => 'handled');
    const app = fastify().addHook('onRequest', listener).post('/more', handle);
    const answer = await askFastify(app, { path: '/more' });
    expect(answer).toMatchObject({ status: 200, body: 'handled' });
    expect(handle).toHaveBeenCalledOnce();
  });
});
