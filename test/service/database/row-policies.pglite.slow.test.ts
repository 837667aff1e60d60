import { afterAll, beforeAll, it } from 'vitest';
import { PgliteThread } from '../../../service/src/database/postgres/pglite-thread.ts';
import { expectPolicy, expectTexts, POLICED_TABLE } from './policed-table.ts';

let thread: PgliteThread;

beforeAll(async () => {
  thread = new PgliteThread({ folder: null, readRole: 'reader' });
  await thread.execute(`CREATE ROLE reader; ${POLICED_TABLE}`);
});

afterAll(() => thread.close());

it('a row policy uses the parameters that the token sets', () => expectPolicy(thread));
it('parameters of any name and value break no query', () => expectTexts(thread));
