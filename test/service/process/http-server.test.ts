import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, Server } from 'node:net';
import { BusyPortError, type HttpServer, listenOn } from 'embedded-dashboard-service';
import { afterEach, expect, it, vi } from 'vitest';
import { canListenOn } from '../../support/can-listen-on.ts';
import { onFreePort } from '../../support/on-free-port.mjs';

const hasIpv6 = await canListenOn('::1');
const { listen } = Server.prototype;
let server: HttpServer | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
  server = undefined;
});

const start = async (port: number): Promise<HttpServer> => {
  server = await listenOn((_, response) => response.end('here'), { port, setting: 'PORT' });
  return server;
};

/** Fails the next attempts to listen on ::1 with these codes, as the system does. Returns the ports of all attempts. */
function failOnIpv6(...codes: string[]): number[] {
  const ports: number[] = [];
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function attempt(this: Server, ...given) {
    const [port, host] = given as unknown as [number, string];
    const code = host === '::1' && codes.shift();
    if (host === '::1') ports.push(port);
    if (!code) return listen.apply(this, given);
    queueMicrotask(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  });
  return ports;
}

const ask = async (address: string): Promise<string> => (await fetch(address)).text();

it.skipIf(!hasIpv6)('listens on both addresses of localhost', async () => {
  const { port, url } = await start(0);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect([await ask(url), await ask(`http://[::1]:${port}`)]).toEqual(['here', 'here']);
});

it.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])('starts without IPv6: %s', async (code) => {
  failOnIpv6(code, code);
  expect(await ask((await start(0)).url)).toBe('here');
  await server!.close();
  expect(await ask((await onFreePort(start)).url)).toBe('here');
});

it('names the setting of an address that is not of this machine', async () => {
  const listening = listenOn(() => {}, { port: 0, host: '192.0.2.1', setting: 'OTHER_PORT' });
  await expect(listening).rejects.toThrow('OTHER_HOST must be an address of this machine');
});

it.skipIf(!hasIpv6)('chooses a port that is free on both addresses', async () => {
  const ports = failOnIpv6('EADDRINUSE');
  const { port } = await start(0);
  expect(ports).toEqual([expect.any(Number), port]);
  expect(await ask(`http://[::1]:${port}`)).toBe('here');
});

it('closes as soon as the last answer has ended, also one that has begun before', async () => {
  const answers: ServerResponse[] = [];
  const begin = (_: unknown, response: ServerResponse): void => {
    answers.push(response);
    response.write('begun, ');
  };
  server = await listenOn(begin, { port: 0, setting: 'PORT' });
  // The client keeps its connection.
  const response = await fetch(server.url);
  const closed = server.close(2 ** 31 - 1);
  answers[0]!.end('ended');
  expect(await response.text()).toBe('begun, ended');
  await closed;
});

it('closes at once although a browser has opened a connection ahead of its requests', async () => {
  const { port, url } = await start(0);
  const client = connect(port, '127.0.0.1').resume();
  await once(client, 'connect');
  // The server accepts connections in their order.
  await ask(url);
  const ended = once(client, 'end');
  await server!.close(2 ** 31 - 1);
  await ended;
});

it('refuses a port that another program uses on one address, and releases the other', async () => {
  const { url } = await onFreePort(async (port) => {
    failOnIpv6('EADDRINUSE');
    await expect(start(port)).rejects.toThrow(BusyPortError);
    return start(port);
  });
  expect(await ask(url)).toBe('here');
});

it.each([
  ['sends nothing', ''],
  ['sends its headers slowly', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['sends its body slowly', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'],
])('closes the connection of a client that %s', async (_, text) => {
  const options = { port: 0, setting: 'PORT', requestMs: 100 };
  server = await listenOn((request, response) => request.pipe(response), options);
  const client = connect(server.port, '127.0.0.1');
  const ended = once(client, 'end');
  client.resume().write(text);
  await ended;
  client.destroy();
});
