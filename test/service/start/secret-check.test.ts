import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { checkSecret } from '../../../service/src/start/secret-check.ts';
import { testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { openBox } from './sealed-content.ts';

const OLD = 'the secret of a version that knew one';
const NEW = 'the-secret-of-the-first-process';
const first = openBox(NEW);
const other = openBox('the-secret-of-another-process');
const REFUSAL = 'SERVICE_SECRET is not the one that this database was set up with.';

let databases: Databases;

beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
});

afterAll(() => databases.close());

it('lets one of two first processes with different secrets start', async () => {
  const { state } = databases;
  await state.execute('DELETE FROM secret_check');
  const ends = await Promise.allSettled([first, other].map((each) => checkSecret(state, each)));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it("refuses a secret that does not open an earlier version's key", async () => {
  const { state } = databases;
  await state.execute('DELETE FROM secret_check');
  await new CompanyStore(state, first.box).keepDemoCompany('Demo', 'key', []);
  await expect(checkSecret(state, other)).rejects.toThrow(REFUSAL);
  await checkSecret(state, first);
  await expect(checkSecret(state, other)).rejects.toThrow(REFUSAL);
});

it('accepts several secrets if one of them is that of the database', async () => {
  const { state } = databases;
  await state.execute('DELETE FROM secret_check');
  await checkSecret(state, first);
  await checkSecret(state, openBox(`${NEW} another-secret-of-16`));
  await checkSecret(state, openBox(`another-secret-of-16 ${NEW}`));
  await expect(
    checkSecret(state, openBox('another-secret-of-16 and-a-third-of-16')),
  ).rejects.toThrow(REFUSAL);
});

it.each([OLD, 'secret-with-a-line-break\n', ' secret-after-a-space'])(
  'refuses a secret of an earlier version with a space, and accepts it after a new one: %j',
  async (secret) => {
    const { state } = databases;
    await state.execute('DELETE FROM secret_check; DELETE FROM companies');
    await checkSecret(state, { box: new SecretBox(secret), undivided: null });
    // The setting itself refuses the first one, whose words are too short.
    if (secret !== OLD) {
      const refused = checkSecret(state, openBox(secret));
      await expect(refused).rejects.toThrow('Put a new secret and a space before it');
      await expect(refused).rejects.not.toThrow('secret-');
    }
    await checkSecret(state, openBox(`${NEW} ${secret}`));
  },
);
