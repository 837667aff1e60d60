import { afterAll } from 'vitest';
import { parseDatabaseUrl } from '../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../service/src/start/open-databases.ts';
import { PATIENCE_MS } from './patience.mjs';
import { testDatabase } from './test-database.ts';

/** Opens a new, empty database until the end of the test file. Call it outside of tests. Also returns its address. */
export async function useDatabases(): Promise<Databases & { address: string }> {
  const address = await testDatabase();
  const databases = await openDatabases(parseDatabaseUrl(address), PATIENCE_MS);
  afterAll(() => databases.close());
  return { ...databases, address };
}
