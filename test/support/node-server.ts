import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server of `node:http` on loopback. */
export interface NodeServer extends AsyncDisposable {
  port: number;
}

/** Serves with `listener` until the server is disposed of. */
export async function serve(listener: RequestListener): Promise<NodeServer> {
  // The client ends idle connections, also under a fake clock. Otherwise a request could meet a closing one.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Sends a request unchanged. `fetch` would not send every path, host or header. */
export async function send({ body, ...options }: RequestOptions & { body?: string }): Promise<{
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', agent: false, ...options }, resolve)
      .on('error', reject)
      .end(body);
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
  };
}
