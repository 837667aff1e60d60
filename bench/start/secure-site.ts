import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { layLine, type LineOptions } from './delayed-line.ts';

/** The round trip between the browser and each site. */
export const ROUND_TRIP_MS = 40;

/** The key of all sites. Each has its own certificate, so that browsers do not share a connection among them. */
const KEY_PAIR = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The SHA-256 hash of the sites' public key, in base64. */
export const KEY_HASH = createHash('sha256')
  .update(createPublicKey(KEY_PAIR.publicKey).export({ type: 'spki', format: 'der' }))
  .digest('base64');

/** A distant site with its own host name. */
export interface SecureSite extends AsyncDisposable {
  origin: string;
  /** Closes all connections, as after an hour without visits. */
  disconnect: () => void;
}

/** Answers one request. `path` has no query. */
export type SiteListener = (
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  path: string,
) => unknown;

/** The optional properties of a site. */
export interface SiteOptions {
  /** Called after each TLS handshake. */
  onConnection?: () => void;
  line?: LineOptions;
}

/** Serves `host` over a long line, with HTTP/2 and its own certificate. */
export async function serveSite(
  host: string,
  listener: SiteListener,
  { onConnection, line: options = { roundTripMs: ROUND_TRIP_MS } }: SiteOptions = {},
): Promise<SecureSite> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    keyPair: KEY_PAIR,
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    const { pathname } = new URL(request.url, `https://${host}`);
    response.setHeader('Cache-Control', 'no-store');
    void listener(request, response, pathname);
  });
  const sockets = new Set<TLSSocket>();
  // With a new key, no session is resumed.
  const renewKey = (): void => server.setTicketKeys(randomBytes(48));
  server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    renewKey();
    if (socket.isSessionReused()) throw new Error(`A connection to ${host} resumed a TLS session.`);
    onConnection?.();
  });
  const line = await layLine(await listen(server), options);
  return {
    origin: `https://${host}:${line.port}`,
    disconnect() {
      renewKey();
      for (const socket of sockets) socket.destroy();
    },
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
