import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingError } from './setting-error.ts';

/** A server that listens on this machine only. */
export interface LoopbackServer {
  /** `http://127.0.0.1:{port}` */
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and, where there is one, on ::1 as well, so that `localhost` always leads here.
 * Throws {@link SettingError} for a busy port, naming `setting`; port 0 takes any free one.
 */
export async function listenOnLoopback(
  listener: RequestListener,
  port: number,
  setting: string,
): Promise<LoopbackServer> {
  const main = await listen(listener, '127.0.0.1', port, setting);
  const actual = (main.address() as AddressInfo).port;
  const servers = [main];
  try {
    servers.push(await listen(listener, '::1', actual, setting));
  } catch (error) {
    // Without IPv6 there is no other `localhost`; a taken port matters only where it was asked for.
    if (error instanceof SettingError && port !== 0) {
      await close(main);
      throw error;
    }
  }
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    close: async () => void (await Promise.all(servers.map(close))),
  };
}

async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  setting: string,
): Promise<Server> {
  const server = createServer(listener).listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const place = `${setting}: port ${port}`;
    if (code === 'EADDRINUSE') throw new SettingError(`${place} is in use by another program.`);
    if (code === 'EACCES') throw new SettingError(`${place} may not be used by this user.`);
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
