import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findChoice,
  type ListReader,
  readChosen,
  readList,
  searchList,
} from '../../../service/src/dashboard/choice-list.ts';
import { toListReader } from '../../../service/src/dashboard/run-filtered.ts';
import type { DataPool } from '../../../service/src/database/data-engine.ts';
import { parseDataAddress } from '../../../service/src/database/data-sources.ts';
import { createDatabaseFile, openPool, runDuckdb } from '../../support/duckdb-files.ts';
import { hasMariadb, type MariadbServer, startMariadb } from '../../support/mariadb-server.ts';

/** Names of 1,200 goods, some of which differ only in case or white space, and NULL. */
const TABLE = `CREATE TABLE goods (name varchar(40), day date, price decimal(9, 2))`;
const rowOf = (name: string | null, n: number): string =>
  `(${name === null ? 'NULL' : `'${name}'`}, '2024-01-0${(n % 9) + 1}', ${n}.50)`;
const NAMES = [
  ...Array.from({ length: 1200 }, (_, n) => `item ${String(n).padStart(4, '0')}`),
  'zz Größe',
  'zz %',
  null,
];
const INSERT = `INSERT INTO goods VALUES ${NAMES.map(rowOf).join()}`;

let server: MariadbServer | undefined;
const pools = new Map<string, DataPool>();
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  const onEnd = (end: (typeof ends)[number]): void => void ends.unshift(end);
  const file = await createDatabaseFile(onEnd);
  await runDuckdb(`${TABLE}; ${INSERT}`, file);
  pools.set('DuckDB', openPool(file, undefined, onEnd));
  if (!hasMariadb) return;
  server = await startMariadb();
  server.run(`CREATE DATABASE shop; USE shop; ${TABLE}; ${INSERT};
    CREATE USER reader IDENTIFIED BY 'a-long-password'; GRANT SELECT ON shop.* TO reader`);
  const address = `mysql://reader:a-long-password@127.0.0.1:${server.port}/shop`;
  const found = parseDataAddress(address, { server: () => true, file: () => null })!;
  const pool = found.open({ connections: 2, limitMs: 60_000 });
  onEnd(() => pool.close());
  pools.set('MariaDB', pool);
});

afterAll(async () => {
  for (const end of ends) await end();
  await server?.stop();
});

describe.each(hasMariadb ? ['DuckDB', 'MariaDB'] : ['DuckDB'])('a long list of %s', (engine) => {
  const lists = (): ListReader => {
    const owner = { companyId: 1, sessionId: 'anna', dashboardGuid: '' };
    const { signal } = new AbortController();
    return toListReader(() => pools.get(engine)!, { maxRows: 10, owner, signal, locked: {} });
  };
  const of = (sql: string) => ({
    name: 'filter.Goods',
    select: { sql },
    values: { least: 'item 0100' },
  });
  const names = of('SELECT name, concat(name, :Suffix) AS label FROM goods ORDER BY name -- end');
  const labeled = { ...names, values: { suffix: '!' } };

  it('is counted, with its rows without a value', async () => {
    expect(
      await readList(of('SELECT name FROM goods WHERE name >= :Least OR name IS NULL'), lists()),
    ).toMatchObject({
      cut: { total: 1102 },
      nullColumn: 'name',
    });
  });

  it('has each of its values, and no other', async () => {
    const wanted = ['item 1199', 'ITEM 1198', 'item 1197 ', 'zz Größe'];
    const { choices } = await readChosen(labeled, wanted, lists());
    expect(choices).toEqual([
      { value: 'item 1199', label: 'item 1199!' },
      { value: 'zz Größe', label: 'zz Größe!' },
    ]);
  });

  it.each([
    ['dates', 'SELECT day FROM goods', '2024-01-09'],
    ['decimals', 'SELECT price FROM goods', '1201.50'],
  ])('has its %s', async (_, sql, value) => {
    const { choices } = await readChosen(of(sql), [value], lists());
    expect(choices).toEqual([{ value, label: value }]);
  });

  it('is read once for its first values and for those that are wanted', async () => {
    const asked: string[] = [];
    const own = lists();
    const read: ListReader['read'] = (list, maxRows) => {
      asked.push(list.select.sql);
      return own.read(list, maxRows);
    };
    const { choices, cut } = await readList(names, { ...own, read }, ['item 0001', 'item 1199']);
    expect(choices.slice(0, 2).map(({ value }) => value)).toEqual(['item 1199', 'item 0000']);
    expect([choices.length, cut!.total]).toEqual([cut!.shown + 1, 1202]);
    expect(asked.filter((sql) => sql === names.select.sql)).toHaveLength(1);
  });

  it('has the choice of a mark', async () => {
    const shown = { choices: [{ value: 'item 1199', label: 'item 1199!' }], isCut: false };
    for (const text of ['item 1199', 'item 1199!']) {
      expect(await findChoice(labeled, text, lists())).toMatchObject(shown);
    }
    const typed = of("SELECT price, concat('No. ', price) AS label FROM goods");
    for (const text of ['1201.50', 'No. 1201.50']) {
      const { choices } = await findChoice(typed, text, lists());
      expect([text, choices]).toEqual([text, [{ value: '1201.50', label: 'No. 1201.50' }]]);
    }
    for (const text of ['Item 1199', 'item 119', '']) {
      expect(await findChoice(labeled, text, lists())).toMatchObject({ choices: [], isCut: false });
    }
  });

  it('is searched in its labels', async () => {
    const found = await searchList(labeled, 'ITEM 119', lists());
    expect(found.choices).toHaveLength(10);
    expect([found.choices[9], found.isCut]).toEqual([
      { value: 'item 1199', label: 'item 1199!' },
      false,
    ]);
    expect(await searchList(labeled, '%!', lists())).toMatchObject({
      choices: [{ value: 'zz %' }],
    });
    expect(await searchList(labeled, 'ZZ GRÖ', lists())).toMatchObject({
      choices: [{ value: 'zz Größe' }],
    });
    expect(await searchList(labeled, 'item', lists())).toMatchObject({ isCut: true });
  });
});
