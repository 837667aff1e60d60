import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Systems give ports from 32,768 to connections, which could take the port before its server listens.
const FIRST = 11_000;
const END = 32_768;

/**
 * Returns a loopback port that is free now.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = randomInt(FIRST, END);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
