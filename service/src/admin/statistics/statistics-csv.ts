import type { Activity, ActivityRecord } from '../../state/statistics-store.ts';
import { streamCsv } from '../stream-csv.ts';

/** The columns in order. */
const COLUMNS: Record<Exclude<keyof ActivityRecord, 'isFurther'>, string> = {
  time: 'time',
  companyName: 'company',
  dashboardGuid: 'dashboardGuid',
  dashboardTitle: 'dashboardTitle',
  sessionId: 'sessionId',
  user: 'user',
  organization: 'organization',
  customInfo: 'customInfo',
};
/** The last column of a file of loads. */
const LOAD = 'load';

/** Streams records as CSV with a heading row. Rejects if the first page of records cannot be read. */
export function streamStatisticsCsv(
  activity: Activity,
  pages: AsyncGenerator<ActivityRecord[], void>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const isOfLoads = activity === 'openings';
  const heading = [...Object.values(COLUMNS), ...(isOfLoads ? [LOAD] : [])];
  return streamCsv(heading, pages, (record) => toCells(record, isOfLoads));
}

function toCells(record: ActivityRecord, isOfLoads: boolean): string[] {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const cells = names.map((name) => record[name]);
  return isOfLoads ? [...cells, record.isFurther ? 'further' : 'first'] : cells;
}
