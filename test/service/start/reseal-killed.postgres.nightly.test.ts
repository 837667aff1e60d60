import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { resealAll } from '../../../service/src/start/reseal.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { testDatabase } from '../../support/test-database.ts';
import { spawnService } from '../service-process.ts';
import { KillingDatabase } from './killed-command.ts';
import { openBox, SealedContent } from './sealed-content.ts';

/** The changed rows of a whole run: 16 companies with three texts each, one more connection for each, and the check. */
const CHANGES = 16 * 4 + 1;
const POINTS = 50;
const TABLES = ['companies', 'data_connections', 'tokens', 'secret_check'];

let address: string;
let databases: Databases;
let killing: KillingDatabase;

beforeAll(async () => {
  address = await testDatabase();
  databases = await openDatabases(parseDatabaseUrl(address), PATIENCE_MS, { connections: 4 });
  killing = await KillingDatabase.open(address, TABLES, 'UPDATE');
});

afterAll(async () => {
  await killing.close();
  await databases.close();
});

const startReseal = (secret: string) =>
  spawnService(
    {
      ...{ DATABASE_URL: address, SERVICE_SECRET: secret, SERVICE_API_KEY: 'demo-key' },
      ...{ SERVICE_ADMIN_PASSWORD: 'correct horse', SERVICE_CONNECTIONS: '2' },
    },
    [],
    ['reseal'],
  );

it(`can be killed at ${POINTS} points: everything stays readable, and it goes on to the end`, async () => {
  const { state } = databases;
  const content = new SealedContent(state);
  const secretOf = (point: number): string => `the-secret-of-point-${point}`;
  await content.add(openBox(secretOf(0)), 16, 2);
  for (let point = 1; point <= POINTS; point += 1) {
    const [former, next] = [secretOf(point - 1), secretOf(point)];
    // From the first change of a run to the last one, which is that of the check.
    const change = 1 + Math.floor(((point - 1) * (CHANGES - 1)) / (POINTS - 1));
    await killing.kill(change, () => startReseal(`${next} ${former}`), point % 2 === 0);
    const both = openBox(`${next} ${former}`);
    await content.expectReadable(both);
    const { lines, isDone } = await resealAll(state, both, import.meta.dirname);
    const changed = /first secret: (\d+)\./.exec(lines[0]!)?.[1];
    // Before the change at which it was killed, the run has changed rows, and this one has changed the others.
    expect([change, Number(changed), isDone]).toEqual([
      change,
      CHANGES - 1 - Math.min(CHANGES - 1, point % 2 === 0 ? change : change - 1),
      true,
    ]);
    await content.expectReadable(openBox(next));
  }
});
