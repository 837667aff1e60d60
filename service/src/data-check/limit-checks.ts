import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type CheckedServer, type DataCheck, toErrorFault } from './checked-server.ts';

const MAX_ROWS = 5;
/** Enough rows of 100 kB for the limit of size. PostgreSQL collects all rows of a FETCH before it sends the first one. */
const MAX_LARGE_ROWS = 200;
/** The time limit of the check of time limits, in milliseconds. */
const SHORT_LIMIT_MS = 2000;
/** The longest wait until a query begins or ends, and the time between two polls, in milliseconds. */
const WAIT_MS = 30_000;
const POLL_MS = 50;
/** The largest number of a lock on all engines. */
const MAX_ID = 2 ** 31;

/** The checks of limits, and of the end of queries whose reader has left. */
export const LIMIT_CHECKS: readonly DataCheck[] = [
  {
    name: 'Limit of rows',
    meaning: 'The server sends only the rows that a dashboard shows.',
    async findFault(server) {
      const { rows } = await server.read(server.probes.endless, { maxRows: MAX_ROWS });
      return rows.length === MAX_ROWS ? null : `It sends ${rows.length} rows.`;
    },
  },
  {
    name: 'Limit of size',
    meaning: 'A value over 1 MiB, or a result over 16 MiB, ends before it fills the memory.',
    async findFault(server) {
      for (const sql of server.probes.large) {
        const error = await server.findError(sql, { maxRows: MAX_LARGE_ROWS });
        if (error?.code !== 'too-large') return toErrorFault(error);
      }
      return null;
    },
  },
  {
    name: 'Limit of time',
    meaning: 'A slow query ends at its limit, and its connection can be used again.',
    async findFault(server) {
      const pool = server.address.open({ connections: 1, limitMs: SHORT_LIMIT_MS });
      try {
        const error = await server.findError(server.probes.toSlow(randomInt(1, MAX_ID)).select, {
          pool,
        });
        if (error?.code !== 'time-limit') return toErrorFault(error);
        await server.read(server.probes.values.numbers, { pool });
        return null;
      } finally {
        await pool.close();
      }
    },
  },
  {
    name: 'Cancel',
    meaning: 'A query ends on the server when its last reader leaves.',
    async findFault(server) {
      const { select, isRunning } = server.probes.toSlow(randomInt(1, MAX_ID));
      const leaving = new AbortController();
      const ended = server.findError(select, { cancel: leaving.signal });
      let isOver = false;
      const onEnd = (): void => void (isOver = true);
      ended.then(onEnd, onEnd);
      const isSeen = await waitUntil(server, isRunning, true, () => isOver);
      const isMissed = !isSeen && !isOver;
      leaving.abort();
      const error = await ended;
      if (isMissed) return 'The running query was not found on the server.';
      if (error?.code !== 'aborted') return toErrorFault(error);
      const isGone = await waitUntil(server, isRunning, false);
      return isGone ? null : 'The query still runs.';
    },
  },
];

/** Returns whether a condition gets the wanted value in time, and before `isOver`. */
async function waitUntil(
  server: CheckedServer,
  condition: string,
  wanted: boolean,
  isOver = () => false,
): Promise<boolean> {
  const sql = `SELECT CASE WHEN ${condition} THEN 1 ELSE 0 END AS n`;
  for (const endsAt = performance.now() + WAIT_MS; performance.now() < endsAt && !isOver();) {
    const { rows } = await server.read(sql);
    if ((Number(rows[0]?.n) === 1) === wanted) return true;
    await setTimeout(POLL_MS);
  }
  return false;
}
