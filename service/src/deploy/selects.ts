/** Returns the text of a SELECT in another form. `path` leads to it, in the definition. */
export type ReplaceSql = (sql: unknown, name: string, path: readonly string[]) => unknown;

type Fields = Record<string, unknown>;

/**
 * Returns a definition, whose shape may be wrong, with each text of a SELECT replaced, in the order of the definition. All
 * keys keep their places.
 */
export function replaceSelects(definition: unknown, replace: ReplaceSql): unknown {
  const inSelect = (select: unknown, name: string, path: readonly string[]): unknown =>
    replaceField(select, 'sql', (sql) => replace(sql, name, [...path, 'sql']));
  const inDatasets = (datasets: unknown): unknown =>
    isObject(datasets)
      ? Object.fromEntries(
          Object.entries(datasets).map(([name, dataset]) => [
            name,
            inSelect(dataset, name, ['datasets', name]),
          ]),
        )
      : datasets;
  const inFilter = (filter: unknown, index: number): unknown =>
    replaceField(filter, 'select', (select) =>
      inSelect(select, `filter-${String((filter as Fields)['parameter'])}`, [
        'filters',
        String(index),
        'select',
      ]),
    );
  const inFilters = (filters: unknown): unknown =>
    Array.isArray(filters) ? filters.map(inFilter) : filters;
  return replaceField(replaceField(definition, 'datasets', inDatasets), 'filters', inFilters);
}

/** Returns whether a value is an object with fields. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function replaceField(object: unknown, key: string, replace: (value: unknown) => unknown): unknown {
  if (!isObject(object) || !Object.hasOwn(object, key)) return object;
  return { ...object, [key]: replace(object[key]) };
}
