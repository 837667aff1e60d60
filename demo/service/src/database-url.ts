import { parsePostgresAddress, type PostgresAddress } from './database/postgres-address.ts';
import { SettingError } from './setting-error.ts';

/** Where a service keeps its databases. */
export type DatabasePlace =
  | { kind: 'memory' }
  | { kind: 'folder'; folder: string }
  | { kind: 'postgres'; address: PostgresAddress };

/** What a DATABASE_URL means. Throws {@link SettingError} for other addresses. */
export function parseDatabaseUrl(text: string): DatabasePlace {
  if (text === 'memory:') return { kind: 'memory' };
  if (/^postgres(ql)?:/i.test(text)) {
    const address = parsePostgresAddress(text);
    if (address) return { kind: 'postgres', address };
    throw new SettingError('DATABASE_URL must be postgres://user:password@host:port/database.');
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) {
    throw new SettingError('DATABASE_URL must be a folder, "memory:" or "postgres://…".');
  }
  return { kind: 'folder', folder: text };
}
