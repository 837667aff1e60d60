import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { SettingError } from './setting-error.ts';

/** A server that listens on this machine only. */
export interface LoopbackServer {
  /** `http://127.0.0.1:{port}` */
  url: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and, where there is one, on ::1 as well, so that `localhost` always leads here.
 * Throws {@link SettingError} for a busy port; port 0 takes any free one.
 */
export async function listenOnLoopback(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<LoopbackServer> {
  const main = await listen(fetch, '127.0.0.1', port);
  const actual = (main.address() as AddressInfo).port;
  const servers = [main];
  try {
    servers.push(await listen(fetch, '::1', actual));
  } catch (error) {
    // Without IPv6 there is no other `localhost`; a taken port matters only where it was asked for.
    if (error instanceof SettingError && port !== 0) {
      await close(main);
      throw error;
    }
  }
  return {
    url: `http://127.0.0.1:${actual}`,
    close: async () => void (await Promise.all(servers.map(close))),
  };
}

async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  host: string,
  port: number,
): Promise<Server> {
  // Whoever has this service in its own process keeps its own Request and Response.
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new SettingError(`Port ${port} is in use by another program.`);
    if (code === 'EACCES') throw new SettingError(`Port ${port} may not be used by this user.`);
    throw error;
  }
  return server;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
