import { demoDashboards } from 'embedded-dashboard-service';

export const API_KEY = 'key-of-the-bench';
/** The secret must be the same for all processes that use one database. */
export const SECRET = 'a-secret-of-the-bench';

/** The first dashboard of the demo: five datasets of two years of orders. */
export const DASHBOARD = demoDashboards[0]!;

/**
 * A dashboard whose query counts until the service ends it after ten seconds. Pages with other values of `Page` run
 * queries of their own.
 */
export const HEAVY_DASHBOARD: typeof DASHBOARD = {
  guid: '6f1c5a0e-3b7d-4c52-9a84-000000000001',
  title: 'Heavy',
  accessible: true,
  definition: {
    subtitle: 'Counts for long',
    currency: 'EUR',
    shownParameters: [],
    datasets: {
      count: {
        sql: "SELECT count(*) AS n FROM generate_series(1, 100000) AS a, generate_series(1, 100000) AS b WHERE coalesce(:Page::text, '') <> '-'",
      },
    },
    tiles: [
      {
        id: 'n',
        kind: 'number',
        title: 'Count',
        dataset: 'count',
        value: 'n',
        format: 'integer',
        note: 'never seen',
        span: 3,
      },
    ],
  },
};
