/** Rows of the columns `name` and `n`, as `VALUES`. */
const VALUES: Record<string, string> = {
  'three names': `('North', 320000), ('South', 210000), ('West', 90000)`,
  'one row': `('North', 320000)`,
  'two rows': `('North', 320000), ('South', 210000)`,
  'twelve products': list(12, (index) => [`Product ${index}`, 1000 / index]),
  'thirteen products': list(13, (index) => [`Product ${index}`, 1000 / index]),
  'forty names': list(40, (index) => [`Name ${index}`, index % 7]),
  'two hundred categories': list(200, (index) => [`Category ${index}`, 1000 / index]),
  'long names': list(9, (index) => [
    `The ${index}. name of a product that has far more than forty characters`,
    index * 100,
  ]),
  'names that begin alike': list(6, (index) => [
    `Premium Arabica ${index % 2 ? 'Ground' : 'Whole Bean'} Coffee, bag of ${index * 125} g`,
    index,
  ]),
  'names of inherited members': `('constructor', 3), ('__proto__', 2), ('toString', 1)`,
  'one long name': `('A', 3), ('B', 2), ('A name that is so long that no chart has room for all of it', 1)`,
  'a long word': `('Donaudampfschifffahrtsgesellschaftskapitänsmützenband', 3), ('B', 1)`,
  'two words of one length': list(12, (index) => [`Region Number ${index + 10}`, index]),
  'names from right to left': `('القاهرة', 30), ('الإسكندرية', 20), ('الجيزة', 10)`,
  'names in both directions': `('القاهرة Cairo', 30), ('Haifa חיפה', 20), ('123 الجيزة', 10)`,
  'unicode names': `('東京特許許可局', 5), ('Ünïcödé', 4), ('👩‍👩‍👧‍👦 family', 3), ('<b>&"', 2)`,
  'wide letters': list(10, (index) => [`東京特許許可局${index}号`, index]),
  'empty names': `('', 3), (' ', 2), ('B', 1)`,
  'names of numbers': list(6, (index) => [`${index * 1000}`, index]),
  'lines in names': `(E'North\nand South', 3), (E'West\tside', 2)`,
  'the same name twice': `('Anna', 3), ('Anna', 2), ('Bert', 1)`,
  'a name called Other': list(12, (index) => [
    index === 1 ? 'Other' : `Name ${index}`,
    100 - index,
  ]),
  'huge numbers': `('North', 9.9e15), ('South', 1.2e14), ('West', 4e9)`,
  'tiny numbers': `('North', 1e-9), ('South', 2e-9)`,
  'huge and tiny numbers': `('North', 9.9e15), ('South', 1e-9)`,
  'long decimals': `('North', 1.0 / 3), ('South', 2.0 / 3)`,
  'a small part': `('North', 100000), ('South', 1)`,
  'equal values': list(6, (index) => [`Name ${index}`, 5]),
  'no value': `('North', NULL), ('South', 3), (NULL, 4)`,
  'no values at all': `('North', NULL::int), ('South', NULL)`,
  'a gap': `('A', 1), ('B', NULL), ('C', 3), ('D', NULL), ('E', 5)`,
  'a negative value': `('North', 3), ('South', -1)`,
  'only zeros': `('North', 0), ('South', 0)`,
  'only negative values': `('North', -3), ('South', -1)`,
  months: `(date '2026-01-01', 3), (date '2026-02-01', 5), (date '2026-03-01', 4)`,
  'three years of months': series("date '2024-01-01'", "interval '1 month'", 36),
  days: series("date '2026-01-01'", "interval '1 day'", 90),
  'days with gaps': `(date '2026-01-01', 3), (date '2026-01-02', 5), (date '2026-02-20', 4)`,
  'dates in no order': `(date '2026-03-01', 3), (date '2026-01-01', 5), (date '2026-02-01', 4)`,
  'dates as text': `('2026-01-01', 3), ('2026-02-01', 5), ('2026-03-01', 4)`,
  instants: series("timestamptz '2026-01-01 08:00+00'", "interval '1 hour'", 24),
};

/** SELECTs of rows that dashboards may have to show, with the columns `name`, `n`, `half` and `kind`. */
export const DATA_SHAPES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(VALUES).map(([title, values]) => [
      title,
      toSelect(`SELECT *, 'one' FROM (VALUES ${values}) AS rows`),
    ]),
  ),
  'no rows': toSelect(`SELECT 'North', 1, 'one' WHERE false`),
  'several rows for each month': toSelect(`VALUES ${long(3)}`),
  'twenty rows for each month': toSelect(`VALUES ${long(20)}`),
};

function toSelect(rows: string): string {
  return `SELECT name, n::float8, n::float8 / 2 AS half, kind FROM (${rows}) AS shape (name, n, kind)`;
}

function list(count: number, toRow: (index: number) => [string, number]): string {
  const rows = Array.from({ length: count }, (_, index) => toRow(index + 1));
  return rows.map(([name, n]) => `('${name}', ${n})`).join(', ');
}

/** Returns rows with dates at equal intervals. */
function series(start: string, step: string, count: number): string {
  const type = start.split(' ')[0];
  const row = (index: number): string =>
    `((${start} + ${index} * ${step})::${type}, ${(index * 37) % 11})`;
  return Array.from({ length: count }, (_, index) => row(index)).join(', ');
}

/** Returns rows of two months, with one row for each kind in each month. */
function long(kinds: number): string {
  const names = Array.from({ length: kinds }, (_, index) => `Kind ${index + 1}`);
  const toRows = (month: string): string[] =>
    names.map((kind, index) => `(date '${month}', ${index + 1}, '${kind}')`);
  return [...toRows('2026-01-01'), ...toRows('2026-02-01')].join(', ');
}
