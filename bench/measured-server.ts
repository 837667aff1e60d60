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

/** Returns the microseconds of processor time since the process started. */
function readProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Serves in a child process, and answers its parent's messages `time` and `state`. The latter collects the garbage. */
export function serveMeasured(listener: RequestListener): void {
  const warnings: string[] = [];
  process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    process.send!({ port: (server.address() as AddressInfo).port });
  });
  process.on('message', (asked) => {
    const cpuMicroseconds = readProcessorTime();
    if (asked === 'time') {
      process.send!(cpuMicroseconds);
      return;
    }
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    server.getConnections((_error, connections) => {
      const state: ServerState = {
        cpuMicroseconds,
        rssBytes: rss,
        heapBytes: heapUsed,
        connections,
        warnings,
      };
      process.send!(state);
    });
  });
}
