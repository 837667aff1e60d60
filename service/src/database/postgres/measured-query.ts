import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import type { DatabaseError } from '../database.ts';
import { toLargeCell, toLargeResult } from '../result-size.ts';
import { type Excess, ResultMeter } from './result-meter.ts';

/** The library's typings lack the connection of a client. */
interface Connected {
  connection: EventEmitter & { stream: Socket };
}

/**
 * Runs a query, and closes the connection as soon as its result exceeds a limit. Throws {@link DatabaseError} with the
 * code `too-large`, and the errors of `run`.
 */
export async function measureQuery<Result>(
  client: PoolClient,
  run: () => Promise<Result>,
): Promise<Result> {
  const { connection } = client as unknown as Connected;
  const { stream } = connection;
  const meter = new ResultMeter();
  let names: string[] = [];
  let failure: DatabaseError | undefined;
  const onDescription = ({ fields }: { fields: { name: string }[] }): void => {
    names = fields.map(({ name }) => name);
  };
  const onData = (bytes: Buffer): void => {
    const excess = failure ? null : meter.read(bytes);
    if (!excess) return;
    failure = toFailure(excess, names);
    stream.destroy();
  };
  // The driver listens first, so it knows the names before the meter finds a value of their row.
  connection.on('rowDescription', onDescription);
  stream.on('data', onData);
  try {
    return await run();
  } catch (error) {
    throw failure ?? error;
  } finally {
    stream.off('data', onData);
    connection.off('rowDescription', onDescription);
  }
}

function toFailure(excess: Excess, names: readonly string[]): DatabaseError {
  return excess === 'result' ? toLargeResult() : toLargeCell(names[excess.column] ?? '?');
}
