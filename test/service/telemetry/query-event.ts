import type { QueryEvent } from '../../../service/src/telemetry/events.ts';

/** A fast query of a dashboard. */
export const QUERY: QueryEvent = {
  kind: 'query',
  companyId: 7,
  dashboardGuid: 'a-guid',
  dataset: 'sold goods',
  connection: 'shop',
  waitMs: 3,
  ms: 1,
  rows: 10,
  isOutage: false,
};
