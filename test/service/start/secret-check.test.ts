import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { checkSecret } from '../../../service/src/start/secret-check.ts';
import { testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

const box = new SecretBox('the secret of the first process');
const other = new SecretBox('the secret of another process');
const REFUSAL = 'SERVICE_SECRET is not the one that this database was set up with.';

let databases: Databases;

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
});

afterAll(() => databases.close());

it('refuses every secret except that of the first process', async () => {
  const { state } = databases;
  await checkSecret(state, box);
  await checkSecret(state, box);
  await expect(checkSecret(state, other)).rejects.toThrow(REFUSAL);
});

it('lets one of two first processes with different secrets start', async () => {
  const { state } = databases;
  await state.execute('DELETE FROM secret_check');
  const ends = await Promise.allSettled([box, other].map((each) => checkSecret(state, each)));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it("refuses a secret that does not open an earlier version's key", async () => {
  const { state } = databases;
  await state.execute('DELETE FROM secret_check');
  await new CompanyStore(state, box).keepDemoCompany('Demo', 'key', []);
  await expect(checkSecret(state, other)).rejects.toThrow(REFUSAL);
  await checkSecret(state, box);
  await expect(checkSecret(state, other)).rejects.toThrow(REFUSAL);
});
