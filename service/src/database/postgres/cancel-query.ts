import type { Socket } from 'node:net';
import pg, { type PoolClient } from 'pg';

/** The library's typings lack the messages of a connection. */
interface Sender extends pg.Connection {
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processId: number, key: number): void;
}

/** The library's typings also lack the key with which a server accepts a request to cancel. */
interface Keyed {
  processID: number | null;
  secretKey: number | null;
}

/** The time after which a silent server is left alone. Its query ends at the time limit. */
const SILENCE_LIMIT_MS = 5000;

/**
 * Cancels the running query of a client. Sends the request on a new connection, as PostgreSQL's protocol says. It needs
 * no free place on the server.
 */
export function cancelQuery(client: PoolClient): void {
  const { processID, secretKey, host, port, ssl } = client as PoolClient & Keyed;
  if (processID === null || secretKey === null) return;
  const sender = new pg.Connection({ ssl }) as Sender;
  const send = (): void => sender.cancel(processID, secretKey);
  sender.on('error', () => {});
  sender.on('connect', () => (ssl ? sender.requestSsl() : send()));
  sender.on('sslconnect', send);
  const { stream } = sender as unknown as { stream: Socket };
  stream.setTimeout(SILENCE_LIMIT_MS, () => stream.destroy());
  sender.connect(port, host);
}
