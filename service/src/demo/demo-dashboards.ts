import type { Dashboard } from '../dashboard/definition.ts';
import { boardFigures } from './board-figures.ts';
import { customers } from './customers.ts';
import { delivery } from './delivery.ts';
import { productsAndStock } from './products-and-stock.ts';
import { salesOfOneRegion } from './sales-of-one-region.ts';
import { salesOverview } from './sales-overview.ts';

/** The demo company's dashboards. The last one is not accessible in API. */
export const demoDashboards: readonly Dashboard[] = [
  salesOverview,
  customers,
  productsAndStock,
  delivery,
  salesOfOneRegion,
  boardFigures,
];
