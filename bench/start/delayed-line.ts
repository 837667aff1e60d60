import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port that leads to another one over a long line. */
export interface DelayedLine extends AsyncDisposable {
  port: number;
}

/**
 * Lays a line to `port` on which a message takes half of `roundTripMs`. It carries bytes instead of requests, so
 * that TLS takes its round trips, too. It has no limit of bytes: files of any size take the same time.
 */
export async function layLine(port: number, roundTripMs: number): Promise<DelayedLine> {
  const ends = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    // Here a connection is there at once; over such a line it would take a round trip before bytes go.
    const openAt = performance.now() + roundTripMs;
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    carry(near, far, roundTripMs / 2, openAt);
    carry(far, near, roundTripMs / 2, openAt);
    for (const end of [near, far]) {
      ends.add(end);
      end.on('close', () => ends.delete(end));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function carry(from: Socket, to: Socket, delayMs: number, openAt: number): void {
  // Timers may overtake each other, bytes may not: each takes what is first in the line.
  const line: (() => void)[] = [];
  const send = (act: () => void): void => {
    line.push(act);
    const sentAt = Math.max(performance.now(), openAt);
    setTimeout(() => line.shift()!(), sentAt + delayMs - performance.now());
  };
  from.on('data', (bytes) => send(() => to.writable && to.write(bytes)));
  from.on('end', () => send(() => to.end()));
  from.on('error', () => send(() => to.destroy()));
}
