import { describe, expect, it } from 'vitest';
import { parseMysqlAddress } from '../../../service/src/database/mysql/mysql-address.ts';
import {
  toConnectError,
  toDatabaseError,
} from '../../../service/src/database/mysql/mysql-errors.ts';

describe('an address', () => {
  it.each(['mysql', 'mariadb', 'MySQL'])('begins with %s://', (protocol) => {
    expect(parseMysqlAddress(`${protocol}://ann:s%2Fx@db.test/sales?ssl-mode=REQUIRED`)).toEqual({
      ...{ host: 'db.test', port: 3306, user: 'ann', password: 's/x', database: 'sales' },
      ssl: { rejectUnauthorized: false },
    });
  });

  it.each([
    'postgres://ann:x@db.test/sales',
    'mysql://ann@db.test/sales',
    'mysql://ann:x@db.test',
    'mysql://ann:x@db.test/sales?ssl-mode=PREFERRED',
    'mysql://ann:x@db.test/sales?multipleStatements=true',
    'mysql://ann:x@db.test/sales?ssl-mode=REQUIRED&flags=LOCAL_FILES',
    'mysql://ann:x@db.test/sales%00',
  ])('is nothing else, such as %s', (text) => {
    expect(parseMysqlAddress(text)).toBe(null);
  });
});

describe('an error', () => {
  const lines = 'SELECT 1 AS a\nSELECT 2 AS a';
  const names = 'SELECT ordered_at, o.ordered FROM orders AS o';

  it.each([
    [`…right syntax to use near 'SELECT 2 AS a' at line 2`, lines, 'SELECT 2'],
    [`…use near '' at line 2`, lines, 'SELECT 2'],
    [`…use near 'gone' at line 1`, lines, null],
    [`Unknown column 'o.ordered' in 'SELECT'`, names, 'ordered FROM'],
    [`Table 'shop.orders' doesn't exist`, names, 'orders AS'],
  ])('is found at its line, its text or the whole name: %s', (sqlMessage, sql, place) => {
    const { details } = toDatabaseError({ errno: 1064, sqlState: '42000', sqlMessage }, sql);
    expect(details.offset).toBe(place === null ? undefined : sql.indexOf(place));
  });

  it.each([
    [1969, '70100', 'time-limit'],
    [3024, 'HY000', 'time-limit'],
    [1040, '08004', 'unavailable'],
    [1053, '08S01', 'unavailable'],
    [1203, '42000', 'unavailable'],
    [1226, '42000', 'unavailable'],
    [0, '', 'unavailable'],
    [1045, '28000', '28000'],
    [1142, '42000', '42501'],
  ])('with the number %s has a code that the service knows', (errno, sqlState, code) => {
    expect(toDatabaseError({ errno, sqlState, message: 'It failed.' }).code).toBe(code);
  });

  it('of a database that a login may not use depends on the time', () => {
    const error = { errno: 1044, sqlState: '42000', sqlMessage: 'Access denied' };
    expect([toConnectError(error).code, toDatabaseError(error).code]).toEqual(['3D000', '42501']);
  });
});
