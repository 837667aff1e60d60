import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Starts a server that sends these bytes to each client. */
export async function answerOf(
  bytes: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((socket) => {
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
