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
}

/** Answers one request; its path is given without a query. */
export type SiteListener = (
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  path: string,
) => unknown;

/**
 * Serves `host` with HTTP/2 and a certificate of its own, over a long line. `onConnection` hears when
 * TLS is agreed on.
 */
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
  server.on('secureConnection', (socket: TLSSocket) => {
    // A key for each connection: none is taken up again with what an earlier one agreed on.
    server.setTicketKeys(randomBytes(48));
    if (socket.isSessionReused()) throw new Error(`A connection to ${host} was not a new one.`);
    onConnection();
  });
  const line = await layLine(await listen(server), ROUND_TRIP_MS);
  return {
    origin: `https://${host}:${line.port}`,
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
