import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Most systems give higher ports to connections, one of which could take the port before its server listens.
const FIRST = 11_000;
const END = 32_768;

const MOST_ATTEMPTS = 20;

/** The words of Node, nginx, PostgreSQL, MariaDB, PgBouncer, PHP, Python, Java and of development servers. */
const IN_USE = /EADDRINUSE|address (?:is )?(?:already )?in use|port \d+ is (?:already )?in use/i;

/**
 * Calls `start` with a port that is free on both loopback addresses. Another program may take the port before `start`
 * does: if the text of its error says so, calls it again with another port.
 * @template T
 * @param {(port: number) => Promise<T>} start
 * @returns {Promise<T>}
 */
export async function onFreePort(start) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort();
    try {
      return await start(port);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !IN_USE.test(String(error))) throw error;
    }
  }
}

/** Returns a port that is free on both loopback addresses. */
export async function choosePort() {
  const port = randomInt(FIRST, END);
  const areFree = await Promise.all(['127.0.0.1', '::1'].map((host) => isFree(port, host)));
  return areFree.every(Boolean) ? port : choosePort();
}

async function isFree(port, host) {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    // A machine without IPv6 reports another code.
    return error.code !== 'EADDRINUSE' && error.code !== 'EACCES';
  }
  server.close();
  await once(server, 'close');
  return true;
}
