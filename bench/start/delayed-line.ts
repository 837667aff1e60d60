import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port that forwards to another port with a delay. */
export interface DelayedLine extends AsyncDisposable {
  port: number;
}

/** The properties of a line. */
export interface LineOptions {
  roundTripMs: number;
  /**
   * Whether the server sends ten segments before it waits for an answer, and more with each answer, as TCP does (RFC
   * 6928 and 5681). Without it, files of any size take the same time.
   */
  hasSlowStart?: boolean;
}

/** The bytes that a server sends before the first answer: ten segments of a packet of 1,500 bytes. */
const FIRST_FLIGHT = 10 * 1448;

/**
 * Lays a line to `port` on which a message takes half of `roundTripMs`. The line delays bytes instead of requests, so
 * the round trips of TLS count, too. Its bandwidth is unlimited.
 */
export async function layLine(port: number, options: LineOptions): Promise<DelayedLine> {
  const { roundTripMs, hasSlowStart = false } = options;
  const ends = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    // Connecting takes no time here. Over a real line, it takes a round trip before any bytes are sent.
    const openAt = performance.now() + roundTripMs;
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    carry(near, far, roundTripMs / 2, openAt);
    carry(far, near, roundTripMs / 2, openAt, hasSlowStart ? FIRST_FLIGHT : Infinity);
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

/** Carries what `from` sends. At most `flight` bytes have no answer yet. Each answered byte adds one to `flight`. */
function carry(
  from: Socket,
  to: Socket,
  delayMs: number,
  openAt: number,
  firstFlight = Infinity,
): void {
  // Timers may fire out of order, but bytes must not: each timer takes the first entry of the line.
  const line: (() => void)[] = [];
  const send = (act: () => void): void => {
    line.push(act);
    const sentAt = Math.max(performance.now(), openAt);
    setTimeout(() => line.shift()!(), sentAt + delayMs - performance.now());
  };
  let waiting = Buffer.alloc(0);
  let flight = firstFlight;
  let unanswered = 0;
  const fly = (): void => {
    const bytes = waiting.subarray(0, Math.min(waiting.length, flight - unanswered));
    waiting = waiting.subarray(bytes.length);
    unanswered += bytes.length;
    const answer = (): void => {
      unanswered -= bytes.length;
      flight += bytes.length;
      fly();
    };
    if (!bytes.length) return;
    send(() => {
      if (to.writable) to.write(bytes);
      setTimeout(answer, delayMs);
    });
  };
  from.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    fly();
  });
  from.on('end', () => send(() => to.end(waiting)));
  from.on('error', () => send(() => to.destroy()));
}
