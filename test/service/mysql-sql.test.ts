import { describe, expect, it } from 'vitest';
import { MYSQL } from '../../service/src/database/mysql/mysql-dialect.ts';
import { parseMysqlAddress } from '../../service/src/database/mysql/mysql-address.ts';
import { toConnectError, toDatabaseError } from '../../service/src/database/mysql/mysql-errors.ts';

describe('an address', () => {
  it.each(['mysql', 'mariadb', 'MySQL'])('begins with %s://', (protocol) => {
    expect(parseMysqlAddress(`${protocol}://ann:s%2Fx@db.test/sales?ssl-mode=REQUIRED`)).toEqual({
      host: 'db.test',
      port: 3306,
      user: 'ann',
      password: 's/x',
      database: 'sales',
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

describe('a parameter', () => {
  it('is bound at each of its places, regardless of case', () => {
    const { sql, values } = MYSQL.bind('SELECT :Region, :year, :REGION, :None', {
      region: 'North',
      year: '2026',
    });
    expect([sql, values]).toEqual(['SELECT ?, ?, ?, ?', ['North', '2026', 'North', null]]);
    expect(MYSQL.findNames('SELECT :Region, :year, :REGION')).toEqual(['region', 'year']);
  });

  it('with several values has a placeholder for each in IN, and is a JSON array elsewhere', () => {
    const sql = 'SELECT 1 WHERE :Region IS NULL OR region NOT IN ( :Region )';
    expect(MYSQL.bind(sql, { region: ['North', 'O"Hara'] })).toMatchObject({
      sql: 'SELECT 1 WHERE ? IS NULL OR region NOT IN ( ?, ? )',
      values: ['["North","O\\"Hara"]', 'North', 'O"Hara'],
    });
    expect(MYSQL.bind(sql, { region: [] }).values).toEqual([null, null]);
    expect(
      MYSQL.bind('SELECT f(:Region), 1 IN (:Region, 2)', { region: ['a', 'b'] }),
    ).toMatchObject({
      sql: 'SELECT f(?), 1 IN (?, 2)',
      values: ['["a","b"]', '["a","b"]'],
    });
  });

  it.each(
    Object.entries({
      'literals with backslashes': `SELECT 'it\\'s :a', "x \\" :a", 'it''s :a'`,
      'quoted identifiers': 'SELECT `:a`, `x``:a`',
      'line comments': 'SELECT 1 -- :a\n + 1 # :a\n',
      'block comments': 'SELECT 1 /* :a */',
      assignments: 'SELECT @x:=a',
    }),
  )('is not in %s, but after them', (_, sql) => {
    expect(MYSQL.findNames(sql)).toEqual([]);
    expect(MYSQL.findNames(`${sql} , :found`)).toEqual(['found']);
  });

  it('is after two minus signs without a space', () => {
    expect(MYSQL.findNames('SELECT 3--:found')).toEqual(['found']);
  });

  it('keeps the place of an error in the SQL of the author', () => {
    const sql = 'SELECT 1 WHERE region IN (:Region) AND wrong';
    const bound = MYSQL.bind(sql, { region: ['a', 'b', 'c'] });
    expect(bound.toNamedOffset(bound.sql.indexOf('wrong'))).toBe(sql.indexOf('wrong'));
  });
});

it('is a source of another SELECT without its semicolon, with any comment after it', () => {
  expect(MYSQL.toSource(`SELECT ';' AS a; -- all`)).toBe("(SELECT ';' AS a\n) AS `rows`");
  expect(MYSQL.toIdentifier('a`b')).toBe('`a``b`');
});

describe('an error', () => {
  const toOffset = (message: string, sql: string): number | undefined =>
    toDatabaseError({ errno: 1064, sqlState: '42000', sqlMessage: message }, sql).details.offset;

  it('is found at its line and text', () => {
    const sql = 'SELECT 1 AS a\nSELECT 2 AS a';
    const message = `…right syntax to use near 'SELECT 2 AS a' at line 2`;
    expect(toOffset(message, sql)).toBe(sql.indexOf('SELECT 2'));
    expect(toOffset(`…use near 'gone' at line 1`, sql)).toBe(undefined);
    expect(toOffset(`…use near '' at line 2`, sql)).toBe(sql.indexOf('SELECT 2'));
  });

  it('of an unknown column or table is found at the whole name', () => {
    const sql = 'SELECT ordered_at, o.ordered FROM orders AS o';
    expect(toOffset(`Unknown column 'o.ordered' in 'SELECT'`, sql)).toBe(
      sql.indexOf('ordered FROM'),
    );
    expect(toOffset(`Table 'shop.orders' doesn't exist`, sql)).toBe(sql.indexOf('orders AS'));
  });

  it.each([
    [1969, '70100', 'time-limit'],
    [3024, 'HY000', 'time-limit'],
    [1040, '08004', 'unavailable'],
    [1053, '08S01', 'unavailable'],
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
