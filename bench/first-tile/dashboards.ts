import { demoDashboards } from 'embedded-dashboard-service';

type Dashboard = (typeof demoDashboards)[number];

/** The time of the slow query, in seconds. The answer of the page still has its tile. */
export const SLOW_SECONDS = 5;
/** The rows that each tile of a large dashboard counts. */
const ROWS = 1_000_000;

/** A dashboard of one number for each SQL text. */
function toDashboard(number: number, queries: readonly string[]): Dashboard {
  const ids = queries.map((_, index) => `n${index}`);
  return {
    guid: `6f1c5a0e-3b7d-4c52-9a84-1000000000${String(number).padStart(2, '0')}`,
    title: 'First tile',
    accessible: true,
    definition: {
      subtitle: '',
      currency: 'EUR',
      shownParameters: [],
      datasets: Object.fromEntries(ids.map((id, index) => [id, { sql: queries[index]! }])),
      tiles: ids.map((id) => {
        const texts = { id, dataset: id, title: id, value: 'n', note: '' };
        return Object.assign(texts, { kind: 'number', format: 'integer', span: 4 } as const);
      }),
    },
  };
}

const fast = [1, 2, 3, 4, 5].map((year) => `SELECT ${year} + count(*) AS n FROM orders`);
const count = `SELECT count(*) AS n FROM generate_series(1, ${ROWS})`;

/** Five numbers; the same behind a slow one; six numbers; thirty large ones; and one of them alone. */
export const DASHBOARDS = {
  five: toDashboard(1, fast),
  slow: toDashboard(2, [`SELECT 1 AS n, pg_sleep(${SLOW_SECONDS})`, ...fast]),
  six: toDashboard(3, [...fast, 'SELECT 6 + count(*) AS n FROM orders']),
  thirty: toDashboard(
    4,
    Array.from({ length: 30 }, (_, index) => `${count} AS rows (n) WHERE n <> ${-index}`),
  ),
  large: toDashboard(5, [`${count} AS rows (n) WHERE n <> -99`]),
};
