import { expect, it } from 'vitest';
import { toNumberedSql } from '../../service/src/database/postgres/named-parameters.ts';

it('numbers each name once, in order of appearance, regardless of case', () => {
  expect(toNumberedSql('SELECT :Region, :year::int, :REGION')).toEqual({
    sql: 'SELECT ($1::text), ($2::text)::int, ($1::text)',
    names: ['region', 'year'],
  });
});

const untouched = {
  'casts and assignments': 'SELECT a::text, f(b := 1)',
  literals: "SELECT ':a', 'it''s :a', E'\\' :a'",
  'quoted identifiers': 'SELECT ":a", "x"":a"',
  'line comments': 'SELECT 1 -- :a\n',
  'nested block comments': 'SELECT 1 /* :a /* :a */ :a */',
  'dollar quotes': 'SELECT $$ :a $$, $tag$ :a $$ :a $tag$',
  'array slices': 'SELECT list[lower:upper], list[1:2]',
};

for (const [what, sql] of Object.entries(untouched)) {
  it(`leaves ${what} unchanged`, () => {
    expect(toNumberedSql(sql)).toEqual({ sql, names: [] });
  });

  it(`finds a name that follows ${what}`, () => {
    expect(toNumberedSql(`${sql} , :found`).names).toEqual(['found']);
  });
}

it('treats the rest as a comment after an unclosed comment', () => {
  const sql = 'SELECT 1 /* a /* b */ :name';
  expect(toNumberedSql(sql)).toEqual({ sql, names: [] });
});

it('treats the rest as quoted after an unclosed quote, however many follow', () => {
  const sql = Array.from({ length: 50_000 }, (_, index) => `$a${index}$ :name`).join(' ');
  expect(toNumberedSql(`SELECT ${sql}`).names).toEqual([]);
});
