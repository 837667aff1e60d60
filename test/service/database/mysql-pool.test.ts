import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import mysql, { type Connection } from 'mysql2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MysqlPool } from '../../../service/src/database/mysql/mysql-pool.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

/** The numbers of commands in MySQL's protocol. */
const COMMANDS: Record<number, string> = { 1: 'quit', 3: 'query', 22: 'prepare', 31: 'reset' };
const HELLO = {
  protocolVersion: 10,
  serverVersion: '8.0.0',
  connectionId: 1,
  statusFlags: 2,
  characterSet: 45,
  capabilityFlags: 0xffffff,
};
const NO_TABLE = { code: 1146, message: 'There is no such table.' };

/** Speaks MySQL's protocol, and has no tables. */
const server = mysql.createServer((connection) => answer(connection));
const { _server: listener } = server as unknown as { _server: Server };
/** The commands of each connection. */
const received: string[][] = [];
let pool: MysqlPool;

function answer(connection: Connection): void {
  const commands: string[] = [];
  received.push(commands);
  // The client may end the connection at any time.
  connection.on('error', () => {});
  connection.on('query', () => connection.writeOk());
  connection.on('stmt_prepare', (sql: string) => {
    // The library emits this event for SET, too.
    if (sql.startsWith('SET')) connection.writeOk();
    else connection.writeError(NO_TABLE);
  });
  connection.on('packet', (_: unknown, _isKnown: boolean, code: number) => {
    commands.push(COMMANDS[code] ?? String(code));
    if (COMMANDS[code] === 'reset') connection.writeOk();
  });
  connection.serverHandshake(HELLO);
}

beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const login = { user: 'reader', password: 'any', database: 'shop', ssl: false };
  const limits = { connections: 1, limitMs: PATIENCE_MS };
  pool = new MysqlPool({ host: '127.0.0.1', port, ...login }, limits);
});

afterAll(async () => {
  await pool.close();
  listener.close();
});

it('resets a connection after each query, before the next one uses it', async () => {
  for (let round = 0; round < 2; round += 1) {
    await expect(pool.read('SELECT 1 FROM gone', [], {})).rejects.toThrow(NO_TABLE.message);
  }
  const query = ['query', 'query', 'prepare', 'reset'];
  expect(received).toEqual([[...query, ...query]]);
});
