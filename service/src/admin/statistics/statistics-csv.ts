import { DatabaseError } from '../../database/database.ts';
import type { Activity, ActivityRecord } from '../../state/statistics-store.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '../../values/csv-line.ts';

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

/**
 * Streams records as CSV with a heading row. Reads one page of records at a time, as fast as the client consumes them.
 * Rejects if the first page cannot be read.
 */
export async function streamStatisticsCsv(
  activity: Activity,
  pages: AsyncGenerator<ActivityRecord[], void>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const encoder = new TextEncoder();
  const first = await pages.next();
  const isOfLoads = activity === 'openings';
  const toLines = (records: ActivityRecord[]): string =>
    records.map((record) => toCsvLine(toCells(record, isOfLoads))).join('');
  const heading = [...Object.values(COLUMNS), ...(isOfLoads ? [LOAD] : [])];
  const head = BYTE_ORDER_MARK + toCsvLine(heading) + toLines(first.value ?? []);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(head));
    },
    async pull(controller) {
      try {
        const { value, done } = await pages.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(toLines(value)));
      } catch (error) {
        controller.error(toFailure(error));
      }
    },
    async cancel() {
      await pages.return();
    },
  });
}

function toCells(record: ActivityRecord, isOfLoads: boolean): string[] {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const cells = names.map((name) => record[name]);
  return isOfLoads ? [...cells, record.isFurther ? 'further' : 'first'] : cells;
}

/** Returns the error that the server logs. It has only the code, because the database's message may contain values. */
function toFailure(error: unknown): Error {
  const code = error instanceof DatabaseError ? error.code : 'unknown';
  return new Error(`The download ended early (${code}).`);
}
