import { parse } from 'node:path';
import process from 'node:process';
import { createRandomText } from '../secrets/base64url.ts';
import { allowFiles } from '../database/allowed-files.ts';
import type { Allows } from '../database/data-engine.ts';
import { parseDataAddress } from '../database/data-sources.ts';
import type { DataProbes } from '../database/data-probes.ts';
import { describeConnectFailure } from '../database/connect-failure.ts';
import { DatabaseError } from '../database/database.ts';
import type { Dialect } from '../database/dialect.ts';
import { DUCKDB_PROBES } from '../database/duckdb/duckdb-probes.ts';
import { MYSQL_PROBES } from '../database/mysql/mysql-probes.ts';
import { POSTGRES_PROBES } from '../database/postgres/postgres-probes.ts';
import { BORDER_CHECKS } from './border-checks.ts';
import { CheckedServer, type DataCheck, toErrorFault } from './checked-server.ts';
import { LIMIT_CHECKS } from './limit-checks.ts';
import { ODD_VALUE_CHECKS } from './odd-values.ts';
import { VALUE_CHECKS } from './value-checks.ts';

/** All checks of a server. The last one reads the errors of the others. */
export const DATA_CHECKS: readonly DataCheck[] = [
  ...VALUE_CHECKS,
  ...ODD_VALUE_CHECKS,
  ...LIMIT_CHECKS,
  ...BORDER_CHECKS,
];

const PROBES: Record<Dialect['name'], DataProbes> = {
  postgres: POSTGRES_PROBES,
  mysql: MYSQL_PROBES,
  duckdb: DUCKDB_PROBES,
};

/** The person at the command line may read all servers and files. */
const findFile = allowFiles([{ companyId: null, folder: parse(process.cwd()).root }], []);
const ALL: Allows = { server: () => true, file: (path) => findFile(path, 0) };

/** The statuses with which the command exits. */
const STATUS = { allHold: 0, someFail: 1, cannotRun: 2 } as const;
const WIDTHS = [Math.max(...DATA_CHECKS.map(({ name }) => name.length)), 'failed'.length] as const;

/**
 * Runs all checks on the server of a connection string, and prints a row for each. It prints neither the address nor a
 * text of the server. Returns the exit status: 0 if all hold, 1 if some fail, 2 if the checks cannot run.
 */
export async function checkData(
  connectionString: string,
  print: (line: string) => void,
): Promise<(typeof STATUS)[keyof typeof STATUS]> {
  const server = openServer(connectionString);
  if (!server) {
    print(
      'The address must be postgres:// or mysql://, followed by user:password@host:port/database, or duckdb: followed by a whole path.',
    );
    return STATUS.cannotRun;
  }
  try {
    const refusal = await findRefusal(server);
    if (refusal) {
      print(refusal);
      return STATUS.cannotRun;
    }
    let held = 0;
    print(toLine('check', 'result', 'meaning'));
    for (const check of DATA_CHECKS) {
      const fault = await findFault(check, server);
      const { name, meaning } = check;
      print(fault ? toLine(name, 'failed', `${meaning} ${fault}`) : toLine(name, 'ok', meaning));
      if (!fault) held += 1;
    }
    print(`${held} of ${DATA_CHECKS.length} checks hold.`);
    return held === DATA_CHECKS.length ? STATUS.allHold : STATUS.someFail;
  } finally {
    await server.close();
  }
}

function openServer(connectionString: string): CheckedServer | null {
  const address = parseDataAddress(connectionString, ALL);
  if (!address) return null;
  const probes = PROBES[address.dialect.name];
  const url = new URL(connectionString);
  // A file has no login.
  if (!url.password) return new CheckedServer({ address, probes, stranger: null, secrets: [] });
  const secrets = [decodeURIComponent(url.password), url.password, createRandomText(24)];
  url.password = secrets.at(-1)!;
  const stranger = parseDataAddress(url.href, ALL);
  return new CheckedServer({ address, probes, stranger, secrets });
}

/** Returns a sentence about the reason why no query can run. */
async function findRefusal(server: CheckedServer): Promise<string | null> {
  const error = await server.findError(server.probes.values.numbers);
  if (!error) return null;
  return describeConnectFailure(error) ?? toErrorFault(error);
}

async function findFault(check: DataCheck, server: CheckedServer): Promise<string | null> {
  try {
    return await check.findFault(server);
  } catch (error) {
    if (error instanceof DatabaseError) return toErrorFault(error);
    throw error;
  }
}

function toLine(name: string, result: string, meaning: string): string {
  return `${name.padEnd(WIDTHS[0])}  ${result.padEnd(WIDTHS[1])}  ${meaning}`;
}
