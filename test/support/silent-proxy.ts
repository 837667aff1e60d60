import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A host that can fall silent: its connections stay open, and nothing gets through. */
export interface SilentProxy {
  port: number;
  /** The number of connections so far. */
  readonly count: number;
  /** Connections that exist now stay silent for good. With `'all'`, later ones do, too. */
  fallSilent(which: 'all' | 'existing'): void;
  /** Later connections get through again. Those that exist stay silent for good. */
  speakAgain(): void;
  close(): void;
}

/** Starts a proxy in front of a local port. */
export async function startSilentProxy(target: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let count = 0;
  let isSilent = false;
  const server = createServer((client) => {
    count += 1;
    sockets.add(client.on('error', () => {}));
    if (isSilent) return;
    const upstream = connect(target, '127.0.0.1').on('error', () => {});
    sockets.add(upstream);
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get count() {
      return count;
    },
    fallSilent(which) {
      isSilent = which === 'all';
      for (const socket of sockets) socket.unpipe().pause();
    },
    speakAgain() {
      isSilent = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
