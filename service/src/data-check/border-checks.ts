import { randomInt } from 'node:crypto';
import { DatabaseError, isUnavailable } from '../database/database.ts';
import { type CheckedServer, type DataCheck, LIMIT_MS, toErrorFault } from './checked-server.ts';

/** The smallest number of an object that users make, and the largest on all engines. */
const IDS = [2 ** 24, 2 ** 31] as const;
/** A shorter password may be a word of a message by chance. */
const MIN_SECRET = 8;

/** The checks of what the SQL of authors can reach, and of what errors say. */
export const BORDER_CHECKS: readonly DataCheck[] = [
  {
    name: 'Reading only: statements',
    meaning: 'The SQL of a dataset is one SELECT. Other statements are refused.',
    async findFault(server) {
      for (const sql of server.probes.statements) {
        const error = await server.findError(sql);
        if (!error || isUnavailable(error)) return `${sql}: ${toErrorFault(error)}`;
      }
      return null;
    },
  },
  {
    name: 'Reading only: functions',
    meaning: 'A SELECT whose functions write leaves nothing on the server.',
    async findFault(server) {
      const { select, trace } = server.probes.toWrite(randomInt(...IDS));
      const error = await server.findError(select);
      if (error && isUnavailable(error)) return toErrorFault(error);
      const { rows } = await server.read(trace);
      return rows.length === 0 ? null : 'The write is still there.';
    },
  },
  {
    name: 'Reading only: login',
    meaning: 'The login can only read, so that no SQL can do more.',
    async findFault(server) {
      const { rows } = await server.read(server.probes.rights);
      const faults = rows.map(({ fault }) => String(fault));
      return faults.length === 0 ? null : `The login ${faults.join(', ')}.`;
    },
  },
  {
    name: 'No files',
    meaning: 'No SELECT reads files of the server.',
    findFault: (server) => findReached(server, server.probes.files),
  },
  {
    name: 'No network',
    meaning: 'No SELECT makes connections to other servers.',
    findFault: (server) => findReached(server, server.probes.network),
  },
  {
    name: 'Places of errors',
    meaning: 'The editor marks the place of an error in the SQL.',
    async findFault(server) {
      const sql = 'SELECT :Value AS one two';
      const error = await server.findError(sql, { values: { value: 'x' } });
      const offset = error?.details.offset;
      if (offset === sql.indexOf('two')) return null;
      return `The error ${offset === undefined ? 'has no place' : `is at ${offset}`}.`;
    },
  },
  {
    name: 'Passwords',
    meaning: 'The server asks for the password, and no error repeats one.',
    async findFault(server) {
      const { stranger, secrets } = server;
      if (stranger) {
        const pool = stranger.open({ connections: 1, limitMs: LIMIT_MS });
        const error = await server.findError(server.probes.values.numbers, { pool });
        await pool.close();
        if (!error) return 'The server accepts any password.';
      }
      const long = secrets.filter(({ length }) => length >= MIN_SECRET);
      const isRepeated = server.errorTexts.some((text) => long.some((each) => text.includes(each)));
      return isRepeated ? 'An error repeats the password.' : null;
    },
  },
];

/** Returns a sentence about the first SELECT that the server does not refuse. */
async function findReached(
  server: CheckedServer,
  selects: readonly string[],
): Promise<string | null> {
  for (const sql of selects) {
    const fault = await findAnswer(server, sql);
    if (fault) return `${sql}: ${fault}`;
  }
  return null;
}

/** Another error than a refusal means that the server has tried. MySQL answers NULL for a file that it refuses. */
async function findAnswer(server: CheckedServer, sql: string): Promise<string | null> {
  try {
    const { rows } = await server.read(sql);
    const isNothing = rows.length === 1 && Object.values(rows[0]!).every((value) => value === null);
    return isNothing ? null : toErrorFault(null);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return server.probes.isRefusal(error.code) ? null : toErrorFault(error);
  }
}
