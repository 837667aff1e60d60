/** Rows that dashboards may have to show, as `VALUES` of the columns `name` and `n`. */
export const DATA_SHAPES: Record<string, string> = {
  'three names': `('North', 320000), ('South', 210000), ('West', 90000)`,
  'one row': `('North', 320000)`,
  'twelve products': list(12, (index) => [`Product ${index}`, 1000 / index]),
  'two hundred categories': list(200, (index) => [`Category ${index}`, 1000 / index]),
  'long names': list(9, (index) => [
    `The ${index}. name of a product that has far more than forty characters`,
    index * 100,
  ]),
  'a long word': `('Donaudampfschifffahrtsgesellschaftskapitänsmützenband', 3), ('B', 1)`,
  'names from right to left': `('القاهرة', 30), ('الإسكندرية', 20), ('الجيزة', 10)`,
  'unicode names': `('東京特許許可局', 5), ('Ünïcödé', 4), ('👩‍👩‍👧‍👦 family', 3), ('<b>&"', 2)`,
  'huge numbers': `('North', 9.9e15), ('South', 1.2e14), ('West', 4e9)`,
  'tiny numbers': `('North', 1e-9), ('South', 2e-9)`,
  'a small part': `('North', 100000), ('South', 1)`,
  'no value': `('North', NULL), ('South', 3), (NULL, 4)`,
  'a name called Other': list(12, (index) => [
    index === 1 ? 'Other' : `Name ${index}`,
    100 - index,
  ]),
  'a negative value': `('North', 3), ('South', -1)`,
  'only zeros': `('North', 0), ('South', 0)`,
  'only negative values': `('North', -3), ('South', -1)`,
};

function list(count: number, toRow: (index: number) => [string, number]): string {
  const rows = Array.from({ length: count }, (_, index) => toRow(index + 1));
  return rows.map(([name, n]) => `('${name}', ${n})`).join(', ');
}
