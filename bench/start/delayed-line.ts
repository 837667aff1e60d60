import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port that forwards to another port with a delay. */
export interface DelayedLine extends AsyncDisposable {
  port: number;
}

/**
 * Lays a line to `port` on which a message takes half of `roundTripMs`. The line delays bytes instead of requests, so
 * the round trips of TLS count, too. Its bandwidth is unlimited: files of any size take the same time.
 */
export async function layLine(port: number, roundTripMs: number): Promise<DelayedLine> {
  const ends = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    // Connecting takes no time here. Over a real line, it takes a round trip before any bytes are sent.
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
  // Timers may fire out of order, but bytes must not: each timer takes the first entry of the line.
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
