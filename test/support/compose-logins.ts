import { readFileSync } from 'node:fs';
import type { PostgresServer } from './postgres-server.ts';
import { runSql } from './test-database.ts';

const PASSWORDS: Record<string, string> = { POSTGRES_PASSWORD: 'owner', DATA_PASSWORD: 'reader' };

const fill = (value: string): string =>
  value.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => PASSWORDS[name]!);

/** Makes the database and the logins of `compose.yaml` on a new server, and returns their addresses. */
export async function makeComposeLogins(
  server: PostgresServer,
): Promise<{ database: string; dataUrl: string }> {
  const compose = readFileSync(new URL('../../compose.yaml', import.meta.url), 'utf8');
  const [, content = ''] = /logins:\n +content: \|\n((?: {6}.*\n)+)/.exec(compose)!;
  const administrator = server.createDatabase();
  // One by one, as the image runs them: CREATE DATABASE must be alone.
  for (const [statement] of fill(content).matchAll(/[^;]+;/g)) {
    await runSql(administrator, statement);
  }
  const { host } = new URL(administrator);
  const toAddress = (name: string): string => {
    const [, address] = new RegExp(`${name}: (\\S+)`).exec(compose)!;
    return fill(address!).replace('database:5432', host);
  };
  return { database: toAddress('DATABASE_URL'), dataUrl: toAddress('SERVICE_DATA_URL') };
}
