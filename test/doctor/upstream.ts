import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';

/** A dashboard service that gives everybody the same token. */
export interface Upstream {
  url: string;
  token: string;
  /** The paths that were called. */
  calls: string[];
  close: () => Promise<void>;
}

/** Starts a dashboard service for a host under test. */
export async function startUpstream(): Promise<Upstream> {
  const token = 'upstream-token-0123456789';
  const calls: string[] = [];
  const server = createHttpServer(({ url = '' }, response) => {
    calls.push(url);
    response.end(token);
  });
  const url = await listen(server);
  return { url, token, calls, close: () => end(server) };
}

/** Starts a server that sends these bytes to each client. */
export async function answerOf(bytes: string): Promise<Pick<Upstream, 'url' | 'close'>> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(bytes, () => socket.destroy()));
  });
  return { url: await listen(server), close: () => end(server) };
}

/** Listens on a free port of loopback, and returns the address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function end(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
