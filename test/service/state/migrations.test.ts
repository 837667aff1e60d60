import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../service/src/state/migrations.ts';

/** The migrations from before the rule. */
const FIRST = 8;
/** Statements that take a moment in a table of any size, and that processes of the version before do not notice. */
const ADDITIVE = [
  /^CREATE TABLE \w+ \(/,
  /^ALTER TABLE \w+( ADD COLUMN (IF NOT EXISTS )?\w+ [a-z]+( NOT NULL)?( DEFAULT ('[^']*'|\d+|true|false))?,?)+$/,
];
/** Statements about a table that the same migration has made, so that it is empty and no version before uses it. */
const ABOUT_NEW = /^CREATE (?:INDEX|TRIGGER) .*? ON (\w+)/;
const FUNCTION = /^CREATE FUNCTION \w+\(\) RETURNS trigger /;
const REMOVING = /^(DROP TABLE|ALTER TABLE \w+ DROP COLUMN) \w+$/;

/** The body of a function may have semicolons. */
const toStatements = (sql: string): string[] =>
  sql
    .split(/;(?=(?:[^$]|\$\$[^$]*\$\$)*$)/)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

const isAdditive = (statement: string, made: readonly string[] = []): boolean =>
  FUNCTION.test(statement) ||
  made.includes(ABOUT_NEW.exec(statement)?.[1] ?? '') ||
  (ADDITIVE.some((shape) => shape.test(statement)) &&
    (statement.startsWith('CREATE') || !/NOT NULL(?! DEFAULT)/.test(statement)));

it('a migration only adds, or says which versions it leaves behind', () => {
  let oldest = 0;
  for (const [index, migration] of MIGRATIONS.entries()) {
    const isLeavingBehind = (migration.oldest ?? 0) > Math.max(oldest, FIRST);
    oldest = migration.oldest ?? oldest;
    // The version before runs at the same time.
    expect(oldest, `migration ${index + 1}`).toBeLessThanOrEqual(index);
    if (index < FIRST) continue;
    const statements = toStatements(migration.sql);
    const made = statements.flatMap((each) => /^CREATE TABLE (\w+)/.exec(each)?.[1] ?? []);
    const others = statements.filter(
      (statement) => !isAdditive(statement, made) && !(isLeavingBehind && REMOVING.test(statement)),
    );
    expect(others, `migration ${index + 1}`).toEqual([]);
  }
});
