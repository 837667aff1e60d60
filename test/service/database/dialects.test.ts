import { describe, expect, it } from 'vitest';
import type { BoundValues } from '../../../service/src/database/bound-values.ts';
import { DUCKDB } from '../../../service/src/database/duckdb/duckdb-dialect.ts';
import { MYSQL } from '../../../service/src/database/mysql/mysql-dialect.ts';
import { POSTGRES } from '../../../service/src/database/postgres/postgres-dialect.ts';

const DIALECTS = { postgres: POSTGRES, mysql: MYSQL, duckdb: DUCKDB };

/** SQL in which no colon starts a parameter: of PostgreSQL and DuckDB, and of MySQL. */
const UNTOUCHED: [what: string, postgres: string | null, mysql: string | null][] = [
  ['casts', 'SELECT a::text', null],
  ['assignments', 'SELECT f(b := 1)', 'SELECT @x:=a'],
  ['literals', "SELECT ':a', 'it''s :a'", "SELECT ':a', 'it''s :a'"],
  ['literals with backslashes', "SELECT E'\\' :a'", `SELECT 'it\\'s :a', "x \\" :a"`],
  ['quoted identifiers', 'SELECT ":a", "x"":a"', 'SELECT `:a`, `x``:a`'],
  ['line comments', 'SELECT 1 -- :a\n', 'SELECT 1 -- :a\n + 1 # :a\n'],
  ['block comments', 'SELECT 1 /* :a /* :a */ :a */', 'SELECT 1 /* :a */'],
  ['dollar quotes', 'SELECT $$ :a $$, $tag$ :a $$ :a $tag$', null],
  ['array slices', 'SELECT list[lower:upper], list[1:2]', null],
];
const CASES = Object.entries(DIALECTS).flatMap(([engine, dialect]) =>
  UNTOUCHED.flatMap(([what, postgres, mysql]) => {
    const sql = engine === 'mysql' ? mysql : postgres;
    return sql === null ? [] : [{ engine, what, sql, dialect }];
  }),
);

describe('a parameter', () => {
  it.for(CASES)('of $engine is not in $what, but after them', ({ sql, dialect }) => {
    expect(dialect.bind(sql, { a: 'x' })).toMatchObject({ sql, values: [] });
    expect(dialect.findNames(`${sql} , :found`)).toEqual(['found']);
  });

  it('of MySQL is after two minus signs without a space', () => {
    expect(MYSQL.findNames('SELECT 3--:found')).toEqual(['found']);
  });

  it.for<[keyof typeof DIALECTS, string, BoundValues, string, (string | string[] | null)[]]>([
    [
      'postgres',
      'SELECT :Region, :year::int, :REGION, :None',
      { region: 'North', year: '2026' },
      'SELECT ($1::text), ($2::text)::int, ($1::text), ($3::text)',
      ['North', '2026', null],
    ],
    [
      'mysql',
      'SELECT :Region, :year, :REGION, :None',
      { region: 'North', year: '2026' },
      'SELECT ?, ?, ?, ?',
      ['North', '2026', 'North', null],
    ],
    // MySQL has no arrays: a list is a JSON array, unless it is alone in IN.
    [
      'mysql',
      'SELECT 1 WHERE :Region IS NULL OR region NOT IN ( :Region )',
      { region: ['North', 'O"Hara'] },
      'SELECT 1 WHERE ? IS NULL OR region NOT IN ( ?, ? )',
      ['["North","O\\"Hara"]', 'North', 'O"Hara'],
    ],
    ['mysql', 'SELECT :Region, a IN (:Region)', { region: [] }, 'SELECT ?, a IN (?)', [null, null]],
    [
      'mysql',
      'SELECT f(:Region), 1 IN (:Region, 2)',
      { region: ['a', 'b'] },
      'SELECT f(?), 1 IN (?, 2)',
      ['["a","b"]', '["a","b"]'],
    ],
  ])('of %s is bound at each of its places: %s', ([engine, named, values, sql, bound]) => {
    expect(DIALECTS[engine].bind(named, values)).toMatchObject({ sql, values: bound });
  });

  it.for(Object.entries(DIALECTS))('of %s has the place of an author’s error', ([, dialect]) => {
    const sql = 'SELECT 1 WHERE region IN (:Region) AND wrong';
    const bound = dialect.bind(sql, { region: ['a', 'b', 'c'] });
    expect(bound.toNamedOffset(bound.sql.indexOf('wrong'))).toBe(sql.indexOf('wrong'));
    expect(dialect.findNames('SELECT :Region, :year, :REGION')).toEqual(['region', 'year']);
  });

  it.for<[what: string, sql: string]>([
    ['a comment', 'SELECT 1 /* a /* b */ :name'],
    [
      'a quote, however many follow',
      `SELECT ${Array.from({ length: 50_000 }, (_, index) => `$a${index}$ :name`).join(' ')}`,
    ],
  ])('of PostgreSQL is not after the unclosed beginning of %s', ([, sql]) => {
    expect(POSTGRES.bind(sql, {}).values).toEqual([]);
  });

  it.for(["'", '"', '`'])('of MySQL is not after an unclosed %s, whatever follows', (quote) => {
    const escaped = quote === '`' ? '``' : `\\${quote}`;
    for (const end of ['', '\\']) {
      const sql = `SELECT ${quote}${escaped.repeat(500_000)} ; :name${end}`;
      expect(MYSQL.bind(sql, {}).values).toEqual([]);
    }
  });
});

const SEMICOLONS = 'SELECT \';\', $$;$$, ";" /* ; */ -- ;\n';

it.for<[keyof typeof DIALECTS, string, string]>([
  ['postgres', 'SELECT 1', '(SELECT 1\n) AS "rows"'],
  ['postgres', 'SELECT 1; -- all', '(SELECT 1\n) AS "rows"'],
  ['postgres', `${SEMICOLONS}; \n`, `(${SEMICOLONS}\n) AS "rows"`],
  ['mysql', `SELECT ';' AS a; -- all`, "(SELECT ';' AS a\n) AS `rows`"],
])('a SELECT of %s is a source without its semicolon: %j', ([engine, sql, source]) => {
  expect(DIALECTS[engine].toSource(sql)).toBe(source);
});

it('quotes in an identifier are doubled', () => {
  expect(MYSQL.toIdentifier('a`b')).toBe('`a``b`');
  expect(POSTGRES.toIdentifier('a"b')).toBe('"a""b"');
});
