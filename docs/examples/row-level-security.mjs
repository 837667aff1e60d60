/** The regions come as one text. Without these values, the conditions are NULL, and no row is returned. */
const ALLOWED = `segment = :Segment AND region = ANY(string_to_array(:AllowedRegions, ','))`;

/** @type {import('embedded-dashboard-service').Dashboard} */
export const dashboard = {
  guid: 'c2d1f6a4-0e5b-4b7c-9f3d-6a8e15b7c940',
  title: 'My customers',
  accessible: true,
  definition: {
    subtitle: '',
    currency: 'EUR',
    shownParameters: ['Segment'],
    filters: [
      {
        kind: 'choice',
        parameter: 'Region',
        label: 'Region',
        select: { sql: `SELECT DISTINCT region FROM customers WHERE ${ALLOWED} ORDER BY region` },
      },
    ],
    datasets: {
      customers: {
        sql: `SELECT name, segment, region FROM customers
              WHERE ${ALLOWED} AND (:Region IS NULL OR region = :Region) ORDER BY name`,
      },
    },
    tiles: [
      {
        id: 'customers',
        kind: 'table',
        title: 'Customers',
        dataset: 'customers',
        columns: [
          { column: 'name', label: 'Customer', format: 'text' },
          { column: 'segment', label: 'Kind', format: 'text' },
          { column: 'region', label: 'Region', format: 'text' },
        ],
        span: 12,
      },
    ],
  },
};

/**
 * Returns the `sqlParameters` for `resolve`, from your own session or database.
 * @param {{ segment: string, regions: string[] }} user
 */
export function toSqlParameters({ segment, regions }) {
  return { Segment: segment, AllowedRegions: regions.join(',') };
}
