import { randomBytes } from 'node:crypto';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { layLine } from './delayed-line.ts';

/** There and back between the browser and each site. */
export const ROUND_TRIP_MS = 40;

/** A site of its own name, far away. */
export interface SecureSite extends AsyncDisposable {
  origin: string;
  /** Ends all connections, as after an hour without visits. */
  disconnect: () => void;
}

/** Answers one request; its path is given without a query. */
export type SiteListener = (
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  path: string,
) => unknown;

/** Serves `host` with HTTP/2 and its own certificate over a long line. Calls `onConnection` after each TLS handshake. */
export async function serveSite(
  host: string,
  listener: SiteListener,
  onConnection: () => void = () => {},
): Promise<SecureSite> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    const { pathname } = new URL(request.url, `https://${host}`);
    response.setHeader('Cache-Control', 'no-store');
    void listener(request, response, pathname);
  });
  const sockets = new Set<TLSSocket>();
  server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A new key for each connection, so that no session is resumed.
    server.setTicketKeys(randomBytes(48));
    if (socket.isSessionReused()) throw new Error(`A connection to ${host} was not a new one.`);
    onConnection();
  });
  const line = await layLine(await listen(server), ROUND_TRIP_MS);
  return {
    origin: `https://${host}:${line.port}`,
    disconnect: () => sockets.forEach((socket) => socket.destroy()),
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function listen(server: Http2SecureServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
