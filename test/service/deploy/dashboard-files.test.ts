import { demoDashboards } from 'embedded-dashboard-service';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dashboard } from '../../../service/src/dashboard/definition.ts';
import {
  DASHBOARD_FILE,
  type DashboardFiles,
  parseFiles,
  toFiles,
} from '../../../service/src/deploy/dashboard-files.ts';
import { FileNamer } from '../../../service/src/deploy/file-namer.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { testDashboard } from '../../support/test-dashboard.ts';

const table = { kind: 'table', columns: [{ column: 'n', label: 'N', format: 'integer' }] } as const;

/** A dashboard with these SELECTs, by the names of their datasets. */
const dashboardOf = (datasets: Record<string, string>, changes = {}): Dashboard =>
  testDashboard(1, datasets, [table], changes);

const orders = dashboardOf({ orders: 'SELECT 1 AS n' });
const filesOf = (json: string, files: Record<string, string> = {}): DashboardFiles =>
  new Map(Object.entries({ [DASHBOARD_FILE]: json, ...files }));

/** Returns the faults of files, one line each. */
function faultsOf(files: DashboardFiles): string[] {
  const parsed = parseFiles(files);
  if (!('faults' in parsed)) return [];
  return parsed.faults.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

/** Expects that the files of a dashboard bring back each of its bytes. */
function expectSame(dashboard: Dashboard): void {
  const files = toFiles(dashboard);
  const parsed = parseFiles(files);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  expect(JSON.stringify(parsed.dashboard)).toBe(JSON.stringify(dashboard));
  expect([...toFiles(parsed.dashboard)]).toEqual([...files]);
}

it('has a JSON that names the SQL files next to it', () => {
  const region = { kind: 'choice', parameter: 'Region', label: 'Region' } as const;
  const filters = [{ ...region, select: { sql: 'SELECT name FROM regions' } }];
  const dashboard = dashboardOf({ 'Big orders': 'SELECT 1 AS n' }, { filters });
  const { guid, title, accessible, definition } = dashboard;
  const json = {
    ...{ guid, title, accessible },
    definition: {
      ...definition,
      datasets: { 'Big orders': { sql: { file: 'Big-orders.sql' } } },
      filters: [{ ...region, select: { sql: { file: 'filter-Region.sql' } } }],
    },
  };
  expect([...toFiles(dashboard)]).toEqual([
    ['dashboard.json', `${JSON.stringify(json, null, 2)}\n`],
    ['Big-orders.sql', 'SELECT 1 AS n\n'],
    ['filter-Region.sql', 'SELECT name FROM regions\n'],
  ]);
});

describe('files bring back each byte of', () => {
  it.for(demoDashboards)('$title', (dashboard) => expectSame(dashboard));

  const texts = ['SELECT 1', 'SELECT 1\n', 'SELECT 1\n\n', '\n\nSELECT 1  \n \t', 'SELECT 1\r\n'];
  const odd = ['SELECT\r1', '\uFEFFSELECT 1', 'SELECT \u2028 1', "SELECT '\u001b[31m'", ' x'];
  it.for([...texts, ...odd])('%j', (sql) => expectSame(dashboardOf({ orders: sql })));

  it('any SQL that the editor accepts', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (parts) => {
        const sql = `SELECT ${parts.join('').replaceAll(/[\0\p{Surrogate}]/gu, '')}`;
        expectSame(dashboardOf({ orders: sql.slice(0, 50_000), Orders: 'SELECT 2' }));
      }),
    );
  });

  it('SQL that the editor refuses, in the files', () => {
    for (const sql of ['SELECT \ud800', 'SELECT \0', '']) {
      const stored = dashboardOf({ orders: sql });
      const files = toFiles(stored);
      const { definition } = JSON.parse(files.get(DASHBOARD_FILE)!) as Dashboard;
      const inJson = definition.datasets['orders']!.sql;
      expect([inJson, files.get('orders.sql')]).toEqual(
        sql === '' ? [{ file: 'orders.sql' }, '\n'] : [sql, undefined],
      );
    }
  });
});

it('reads the line ends that git writes on Windows', () => {
  const files = toFiles(dashboardOf({ orders: 'SELECT\n1 AS n' }));
  const windows = [...files].map(([name, text]) => [name, text.replaceAll('\n', '\r\n')] as const);
  const parsed = parseFiles(new Map(windows));
  expect(parsed).toMatchObject({
    dashboard: { definition: { datasets: { orders: { sql: 'SELECT\n1 AS n' } } } },
  });
});

describe('the names of files', () => {
  const namer = (): ((text: string) => string) => {
    const made = new FileNamer();
    return (text) => made.name(text);
  };

  it('differ on each file system', () => {
    const groups = [
      ['orders', 'Orders', 'ORDERS', 'orders-2'],
      ['é', 'e\u0301', 'É'],
      ['straße', 'STRASSE'],
      ['ﬁle', 'file'],
      ['K', '\u212a'],
      ['x'.repeat(61), 'x'.repeat(62)],
    ];
    for (const group of groups) {
      const names = group.map(namer());
      const folded = names.map((name) => name.normalize('NFKD').toUpperCase().toLowerCase());
      expect([group, new Set(folded).size]).toEqual([group, group.length]);
    }
  });

  it('can be stored by each file system, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const name = namer()(text);
        expect(name).not.toMatch(/[\s\p{C}/\\:*?"<>|]|^[.~-]|[. ]$/u);
        expect(name).not.toMatch(/^(con|prn|aux|nul|(com|lpt)[\d¹²³])$/i);
        expect(name).not.toBe('');
        expect(Buffer.byteLength(name)).toBeLessThan(245);
      }),
    );
    const names = ['CON', 'com¹', '', '../../etc', '.-~ x', '日本 語'];
    expect(names.map(namer())).toEqual(['_CON', '_com¹', 'data', 'etc', 'x', '日本-語']);
  });
});

describe('a fault has its file and line:', () => {
  const json = toFiles(orders).get(DASHBOARD_FILE)!;
  const sql = { 'orders.sql': 'SELECT 1 AS n\n' };
  const faults: [string, DashboardFiles, string][] = [
    ['no JSON', new Map(), 'dashboard.json:1: The file is missing.'],
    ['a truncated JSON', filesOf(json.slice(0, 200), sql), 'dashboard.json:9: This is not JSON.'],
    [
      'a JSON with a fault',
      filesOf(json.replace('"EUR",', '"EUR";'), sql),
      'dashboard.json:7: This is not JSON.',
    ],
    ['a JSON with another one', filesOf(`{\n}\n\n{}\n`), 'dashboard.json:4: This is not JSON.'],
    ['an empty JSON', filesOf(''), 'dashboard.json:1: This is not JSON.'],
    [
      'a NUL in a title',
      filesOf(json.replace('"Tile"', String.raw`"T\u0000"`), sql),
      'dashboard.json:19: Remove the characters that cannot be saved.',
    ],
    [
      'a NUL in the SQL',
      filesOf(json, { 'orders.sql': "SELECT\n'\0' AS n\n" }),
      'orders.sql:2: Remove the characters that cannot be saved.',
    ],
    [
      'a key that is there twice',
      filesOf(json.replace('"currency"', '"title":1,"title":2,"currency"'), sql),
      'dashboard.json:7: Remove one of both “title”.',
    ],
    [
      'a prototype',
      filesOf(json.replace('"currency"', '"__proto__":{},"currency"'), sql),
      'dashboard.json:7: Remove “__proto__”: there is no such field.',
    ],
    [
      'a deep nesting',
      filesOf(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      'dashboard.json:1: This is nested too deeply.',
    ],
    [
      'a title in the definition',
      filesOf(json.replace('"currency"', '"title":"Other","currency"'), sql),
      'dashboard.json:7: Remove “title”: there is no such field.',
    ],
    [
      'a name in a dataset',
      filesOf(json.replace('"sql": {', '"name":"other","sql": {'), sql),
      'dashboard.json:11: Remove “name”: there is no such field.',
    ],
    [
      'an unknown field',
      filesOf(json.replace('"kind"', '"size": 1, "kind"'), sql),
      'dashboard.json:17: Remove “size”: there is no such field.',
    ],
    ['no GUID', filesOf(json.replace('0000-4', 'x')), 'dashboard.json:2: This must be a GUID.'],
    [
      'no list of datasets',
      filesOf(json.replace('"datasets"', '"dataset"')),
      'dashboard.json:5: “datasets”: This must be of the type object.',
    ],
    [
      'a tile without a format',
      filesOf(json.replace(/,\s*"format": "integer"/, ''), sql),
      'dashboard.json:24: “format”: Choose one of: ',
    ],
    [
      'a wrong value',
      filesOf(json.replace('"EUR"', '"Euro"'), sql),
      'dashboard.json:7: Choose an ISO 4217 currency, such as EUR.',
    ],
    [
      'a wrong value in a list',
      filesOf(json.replace('"format": "integer"', '"format": "int"'), sql),
      'dashboard.json:27: Choose one of: ',
    ],
    [
      'an empty SQL file',
      filesOf(json, { 'orders.sql': '\n' }),
      'orders.sql:1: Write a SELECT that returns the rows.',
    ],
    [
      'a file that nothing uses',
      filesOf(json, { ...sql, 'old.sql': '' }),
      'old.sql:1: No dataset and no filter uses this file. Remove it.',
    ],
    [
      'a file with another case',
      filesOf(json, { 'Orders.sql': 'SELECT 1' }),
      'dashboard.json:11: This folder has no file “orders.sql”.',
    ],
  ];
  it.for(faults)('%s', ([, files, fault]) => {
    const [first, ...others] = faultsOf(files);
    expect(first!.slice(0, fault.length)).toBe(fault);
    expect(others).toEqual([]);
  });

  const paths = [
    ...['../orders.sql', './orders.sql', '/etc/passwd', 'file:///etc/passwd'],
    ...['', 'dashboard.json', 'orders.sql\0'],
  ];
  it.for(paths)('the path %j of an SQL file', (path) => {
    const other = filesOf(json.replace('"orders.sql"', JSON.stringify(path)), sql);
    expect(faultsOf(other)).toEqual([`dashboard.json:11: This folder has no file “${path}”.`]);
  });

  it.for(['{}', '{"file":1}', '{"file":"orders.sql","x":1}'])('the SQL %s', (given) => {
    const other = filesOf(json.replace(/\{\s+"file": "orders.sql"\s+\}/, given), sql);
    expect(faultsOf(other)).toEqual([
      'dashboard.json:11: Give the SQL as a text, or its file as { "file": "name.sql" }.',
    ]);
  });
});
