import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The state that a server process reports. */
export interface ServerState {
  /** Microseconds of processor time since the process started. */
  cpuMicroseconds: number;
  /** Bytes after a garbage collection. */
  rssBytes: number;
  heapBytes: number;
  /** The number of open connections from clients. */
  connections: number;
  /** Node's own warnings, such as MaxListenersExceededWarning. */
  warnings: string[];
}

// tsx turns source maps on, which would make each error expensive.
process.setSourceMapsEnabled(false);

/** Serves in a child process, and answers each message from its parent with the `ServerState`. */
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
