import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server process tells of itself. */
export interface ServerState {
  /** Microseconds of processor time since the process began. */
  cpuMicroseconds: number;
  /** Bytes, after a collection. */
  rssBytes: number;
  heapBytes: number;
  /** Open connections of its clients. */
  connections: number;
  /** Of Node itself, such as MaxListenersExceededWarning. */
  warnings: string[];
}

// What runs TypeScript turns them on, and each error would cost its caller.
process.setSourceMapsEnabled(false);

/** Serves in a child process, and answers each message of its parent with the `ServerState`. */
export function serveMeasured(listener: RequestListener): void {
  const warnings: string[] = [];
  process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    process.send!({ port: (server.address() as AddressInfo).port });
  });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    server.getConnections((_error, connections) => {
      const state: ServerState = {
        cpuMicroseconds: user + system,
        rssBytes: rss,
        heapBytes: heapUsed,
        connections,
        warnings,
      };
      process.send!(state);
    });
  });
}
