import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { SettingError } from './setting-error.ts';

/** A listening HTTP server. */
export interface HttpServer {
  /** Its address on this machine, such as `http://127.0.0.1:{port}`. */
  url: string;
  port: number;
  /**
   * Stops listening. Pending requests have `graceMs` milliseconds to finish (default: 0); then their connections are
   * closed.
   */
  close(graceMs?: number): Promise<void>;
}

/** The address that a server listens on. */
export interface ListenOptions {
  /** 0 picks a free port. */
  port: number;
  /** An address of this machine, such as `0.0.0.0`. Default: loopback, in IPv4 and IPv6. */
  host?: string | null;
  /** The name of the setting that holds the port, for error messages. */
  setting: string;
  /** The longest time in which a client sends a whole request, in milliseconds. Default: 60,000. */
  requestMs?: number;
}

/** A port that is in use. The message ends with a variable for another port; a command may follow it. */
export class BusyPortError extends SettingError {
  readonly port: number;
  readonly setting: string;

  /** `own`: a port that another server of the same program has. */
  constructor(port: number, setting: string, own?: number) {
    const near = [port + 1, port + 2, port - 1, port - 2];
    const another = near.find((each) => each <= LAST_PORT && each !== own);
    super(
      `Port ${port} is in use. Stop the other process, or set another port: ${setting}=${another}`,
    );
    this.port = port;
    this.setting = setting;
  }
}

const LAST_PORT = 65_535;
/**
 * Longer than proxies keep an idle connection: nginx 60 s, Traefik 90 s, Caddy 120 s. Otherwise a request can meet a
 * connection that the service just closes.
 */
const KEEP_ALIVE_MS = 130_000;
/** Node waits as long for the headers, and 5 minutes for the body. */
const REQUEST_MS = 60_000;
const UNKNOWN_HOST = /^(EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EINVAL)$/;

/** Answers a request. `connection` identifies the client. */
export type Fetch = (request: Request, connection?: HttpBindings) => Promise<Response>;

/** Starts a server for a function that answers requests. Throws as {@link listenOn} does. */
export function serve(fetch: Fetch, options: ListenOptions): Promise<HttpServer> {
  const listener = getRequestListener(
    (request, connection) => fetch(request, connection as HttpBindings),
    // Do not replace the global Request and Response of the program that embeds this service.
    { overrideGlobalObjects: false },
  );
  return listenOn(listener, options);
}

/**
 * Starts a server.
 * @throws {SettingError} for a port that is busy ({@link BusyPortError}) or not allowed, and for a host that is not an address of this machine.
 */
export async function listenOn(
  listener: RequestListener,
  { host = null, ...options }: ListenOptions,
): Promise<HttpServer> {
  const { port } = options;
  const main = await ClosingServer.listen(listener, host ?? '127.0.0.1', options);
  const servers = [main];
  if (host === null) {
    try {
      servers.push(await ClosingServer.listen(listener, '::1', { ...options, port: main.port }));
    } catch (error) {
      // Without IPv6, `localhost` is 127.0.0.1 alone.
      if (error instanceof BusyPortError) {
        await main.close(0);
        if (port === 0) return listenOn(listener, { host, ...options });
        throw error;
      }
    }
  }
  return {
    url: `http://${toUrlHost(host)}:${main.port}`,
    port: main.port,
    close: async (graceMs = 0) =>
      void (await Promise.all(servers.map((server) => server.close(graceMs)))),
  };
}

/** Returns the host of an address of this machine. A server that listens on all addresses also answers on loopback. */
export function toUrlHost(host: string | null): string {
  if (host === null || /^(0\.0\.0\.0|::)$/.test(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** A server that can finish its requests before it closes. */
class ClosingServer {
  readonly #server: Server;
  readonly #underWay = new Set<ServerResponse>();
  readonly #connections = new Set<Socket>();

  /** @throws {SettingError} as {@link listenOn} does. */
  static async listen(
    listener: RequestListener,
    host: string,
    { port, setting, requestMs = REQUEST_MS }: ListenOptions,
  ): Promise<ClosingServer> {
    const server = createServer({
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: requestMs / 2,
    }).listen(port, host);
    try {
      await once(server, 'listening');
    } catch (error) {
      throw toSettingError(error as NodeJS.ErrnoException, port, setting);
    }
    return new ClosingServer(server, listener);
  }

  private constructor(server: Server, listener: RequestListener) {
    this.#server = server;
    server.on('connection', (connection: Socket) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
    server.on('request', (_, response: ServerResponse) => this.#note(response));
    server.on('request', listener);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(graceMs: number): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    // Browsers open connections ahead of their requests. Node closes only those that have had one.
    for (const connection of this.#connections) {
      if (connection.bytesRead === 0) connection.destroySoon();
    }
    for (const response of this.#underWay) endConnection(response);
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  }

  #note(response: ServerResponse): void {
    this.#underWay.add(response);
    response.once('close', () => {
      this.#underWay.delete(response);
      // An answer that had begun before the closing keeps its connection, which would hold the server up.
      if (!this.#server.listening) response.req.socket.destroySoon();
    });
    if (!this.#server.listening) endConnection(response);
  }
}

/** Makes the client open a new connection for its next request. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function toSettingError(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  const { code = '' } = error;
  if (code === 'EADDRINUSE') return new BusyPortError(port, setting);
  if (code === 'EACCES') {
    return new SettingError(`${setting}: port ${port} may not be used by this user.`);
  }
  if (UNKNOWN_HOST.test(code)) {
    const name = setting.replace(/PORT$/, 'HOST');
    return new SettingError(`${name} must be an address of this machine, such as 0.0.0.0.`);
  }
  return error;
}
