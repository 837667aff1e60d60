import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataPool } from '../../../service/src/database/data-engine.ts';
import { toFailure } from '../../../service/src/database/duckdb/duckdb-errors.ts';
import { createFolder, openPool } from '../../support/duckdb-files.ts';

/** More rows than DuckDB reads for the types by default. */
const ROWS = Array.from({ length: 25_000 }, (_, n) => `${n},x${n}`).join('\n');
const FILES: Readonly<Record<string, string | Buffer>> = {
  late: `a,b\n${ROWS}\nn/a,x\n`,
  quoted: `a,b\n${ROWS}\n1,"x,y"\n`,
  long: `a,b\n${ROWS}\n1\n2,x\n`,
  short: 'a,b\n1,x\n2,x,y\n3,x\n',
  single: '"Last, first"\n"Doe, Jane"\n',
  tabs: 'it\'s\t"b"\n1\t2024-01-02\n',
  latin: Buffer.from('a,b\n1,\xE9\n', 'latin1'),
};
const DATES: Readonly<Record<string, string>> = {
  clear: 'd\n13/04/2024\n05/04/2024\n',
  american: 'd\n04/13/2024\n04/05/2024\n',
  either: 'd\n03/04/2024\n05/04/2024\n',
  dots: 'd\n03.04.2024\n',
  years: 'd\n03/04/24\n',
  iso: 'd\n2024-04-03\n',
  times: 'd\n03/04/2024 10:30:00\n',
};
/** The endings of an address of a folder. */
const ORDERS = ['', '?dates=day-first', '?dates=Month-First'];

let folder: string;
let files: DataPool;
/** The files with dates, by the endings of the address. */
let dates: DataPool[];

beforeAll(async () => {
  const ends: (() => void | Promise<void>)[] = [];
  const onEnd = (end: (typeof ends)[number]): void => void ends.unshift(end);
  const write = (texts: typeof FILES): string => {
    const written = createFolder(onEnd);
    for (const [name, text] of Object.entries(texts)) writeFileSync(`${written}/${name}.csv`, text);
    return written;
  };
  folder = write(FILES);
  files = openPool(folder, undefined, onEnd);
  const ofDates = write(DATES);
  dates = ORDERS.map((order) => openPool(ofDates + order, undefined, onEnd));
  return async () => {
    for (const end of ends) await end();
  };
});

const read = async (sql: string, pool = files) => await pool.read(sql, [], {});

describe('the columns of a CSV file', () => {
  it('have the types of all rows', async () => {
    const late = await read('SELECT a FROM late ORDER BY a DESC LIMIT 1');
    expect(late).toEqual({ columns: [{ name: 'a', type: 'text' }], rows: [{ a: 'n/a' }] });
    const { rows } = await read(`SELECT count(*)::int AS n, max(b) AS b FROM quoted WHERE a = 1`);
    expect(rows).toEqual([{ n: 2, b: 'x1' }]);
  });

  it('may have any name and separator', async () => {
    expect(await read('SELECT * FROM tabs')).toMatchObject({
      columns: [{ name: "it's", type: 'integer' }, { type: 'date' }],
    });
    expect((await read('SELECT * FROM single')).rows).toEqual([{ 'Last, first': 'Doe, Jane' }]);
  });

  it.each([
    ['long', 'Line 25002: expected 2 values, found 1.'],
    ['short', 'Line 3: expected 2 values, found 3.'],
    ['latin', 'Line 2 is not in UTF-8.'],
  ])('need lines of one kind: %s', async (name, fault) => {
    await expect(read(`SELECT * FROM ${name}`)).rejects.toMatchObject({
      code: '42P01',
      message: `DuckDB cannot read the file ${name}.csv. ${fault}`,
    });
  });
});

describe('the dates of a CSV file', () => {
  it.each([
    ['clear', '2024-04-05', '2024-04-05', '05/04/2024'],
    ['american', '2024-04-05', '04/05/2024', '2024-04-05'],
    ['either', '2024-04-03', '2024-04-03', '2024-03-04'],
    ['dots', '2024-04-03', '2024-04-03', '2024-03-04'],
    ['years', '2024-04-03', '2024-04-03', '2024-03-04'],
    ['iso', '2024-04-03', '2024-04-03', '2024-04-03'],
    ['times', '2024-04-03 10:30:00', '2024-04-03 10:30:00', '2024-03-04 10:30:00'],
  ])('have the order of the address, or else of the rows: %s', async (name, ...expected) => {
    const found = dates.map((pool) => read(`SELECT min(d) AS d FROM ${name}`, pool));
    expect((await Promise.all(found)).map(({ rows }) => rows[0]!.d)).toEqual(expected);
  });
});

describe('an error', () => {
  it('names no folder and no remedy that the service refuses', async () => {
    const messages: string[] = [];
    const keep = (error: Error): void => void messages.push(error.message);
    await read(`SELECT st_point(1, 2)`).catch(keep);
    await read(`SELECT * FROM '${folder}/other.csv'`).catch(keep);
    expect(messages).toEqual([
      'Scalar Function with name "st_point" is not in the catalog, but it exists in the spatial extension.',
      expect.stringContaining('"other.csv"'),
    ]);
    for (const message of messages) expect(message).not.toMatch(/install|possible|\//i);
  });

  it.each([
    [
      'CSV Error on Line: 7\nOriginal Line: 5\nExpected Number of Columns: 2 Found: 1\nPossible fixes:\n* Enable null padding\n  file = /data/x.csv',
      'A CSV file cannot be read. Line 7: expected 2 values, found 1.',
    ],
    [
      "could not allocate block (1.0 GiB/1.0 GiB used)\nPossible solutions:\n* Increasing the memory limit (SET memory_limit='...GB')",
      'could not allocate block (1.0 GiB/1.0 GiB used)',
    ],
    [
      "failed to offload data (2 GiB used).\nThis limit was set by the 'max_temp_directory_size' setting.\nUse PRAGMA x",
      'failed to offload data (2 GiB used).',
    ],
    [
      'Referenced column "x" not found!\nCandidate bindings: "a"',
      'Referenced column "x" not found!\nCandidate bindings: "a"',
    ],
  ])('of DuckDB becomes plain: %s', (text, message) => {
    const error = new Error(JSON.stringify({ exception_type: 'IO', exception_message: text }));
    expect(toFailure(error).message).toBe(message);
  });
});
