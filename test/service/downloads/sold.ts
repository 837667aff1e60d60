import type { Filter } from 'embedded-dashboard-service';
import { testDashboard, type TestTile } from '../../support/test-dashboard.ts';

/** The rows of two cities. No tile shows their numbers of five digits. */
const SOLD = `SELECT * FROM (VALUES ('Oslo', 'North', 3, 5, 77001), ('Rome', 'South', 4, 6, 77002))
  AS sold (city, region, n, m, secret) WHERE :Region IS NULL OR region = :Region`;
const DATASETS = { sold: SOLD, none: 'SELECT 1 AS n WHERE false', broken: 'SELECT 1 / 0 AS n' };
const FILTERS: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    list: [{ value: 'North', label: 'The North' }, { value: 'South' }],
  },
  { kind: 'choice', parameter: 'City', label: 'City', list: [{ value: 'Oslo' }] },
];
const BARS = {
  id: 'bars',
  title: 'Sold </svg><script>& / 出荷',
  kind: 'bar',
  category: 'city',
  series: [
    { column: 'n', label: 'This year' },
    { column: 'm', label: 'Last\u0001 year' },
  ],
  format: 'integer',
} as const;
const CITIES = [{ column: 'city', label: 'City', format: 'text' }];
const BROKEN = { ...BARS, id: 'broken', title: 'Broken', dataset: 'broken' };
const TEXT: TestTile = { id: 'text', kind: 'text', text: 'A text', dataset: undefined };
const TILES: TestTile[] = [
  BARS,
  { id: 'table', title: 'Cities', kind: 'table', columns: CITIES },
  { id: 'none', kind: 'number', value: 'n', format: 'integer', note: '', dataset: 'none' },
  TEXT,
  BROKEN,
];
const PARTS = { filters: FILTERS, shownParameters: ['Year'] };

/** A dashboard with a tile of each kind of download. */
export const open = testDashboard(1, DATASETS, TILES, PARTS);
/** The same, without downloads. */
export const closed = testDashboard(2, DATASETS, TILES, { ...PARTS, downloads: false });
/** A dashboard without data, and one whose data cannot be read. */
export const texts = testDashboard(3, {}, [TEXT]);
export const failing = testDashboard(4, { broken: DATASETS.broken }, [BROKEN]);
