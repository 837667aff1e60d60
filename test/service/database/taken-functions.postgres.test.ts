import { expect, it } from 'vitest';
import { toDataLogin } from '../../../service/src/start/make-data-login.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import {
  CALLABLE,
  findUnreviewed,
  REVIEWED_ON_SERVERS,
  REVIEWED_SET_CONFIG,
} from './reviewed-functions.ts';

it.each([
  [false, [REVIEWED_SET_CONFIG]],
  [true, []],
])(
  'a data login may call only reviewed functions (without set_config: %s)',
  async (withoutSetConfig, more) => {
    const database = await testDatabase();
    const name = new URL(database).pathname.slice(1);
    const { address, statements } = toDataLogin(database, { name, withoutSetConfig });
    await runSql(database, statements.join('\n'));
    const names = (await runSql(address, CALLABLE)).map((row) => String(row.name));
    expect(names).toContain('pg_sleep');
    expect(findUnreviewed(names, REVIEWED_ON_SERVERS, ...more)).toEqual([]);
  },
);
