import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** Starts a server before the tests of a file. Its address is set then. */
export function useServer(listener: RequestListener): { url: string } {
  const server = createHttpServer(listener);
  const place = { url: '' };

  beforeAll(async () => {
    place.url = await listen(server);
  });

  afterAll(() => server.close());
  return place;
}

/** Starts a server that sends these bytes to each client. */
export async function answerOf(
  bytes: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(bytes, () => socket.destroy()));
  });
  const close = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { url: await listen(server), close };
}

/** Listens on a free port of loopback, and returns the address. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
