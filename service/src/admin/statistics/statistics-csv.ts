import { DatabaseError } from '../../database/database.ts';
import type { ActivityRecord } from '../../state/statistics-store.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '../../values/csv-line.ts';

/** The CSV columns in order. */
const COLUMNS: Record<keyof ActivityRecord, string> = {
  time: 'time',
  companyName: 'company',
  dashboardGuid: 'dashboardGuid',
  dashboardTitle: 'dashboardTitle',
  sessionId: 'sessionId',
  user: 'user',
  organization: 'organization',
  customInfo: 'customInfo',
};

/**
 * Streams records as CSV with a heading row. Reads one page of records at a time, as fast as the client consumes them.
 * Rejects if the first page cannot be read.
 */
export async function streamStatisticsCsv(
  pages: AsyncGenerator<ActivityRecord[], void>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const encoder = new TextEncoder();
  const first = await pages.next();
  const head = BYTE_ORDER_MARK + toCsvLine(Object.values(COLUMNS)) + toLines(first.value ?? []);
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

function toLines(records: ActivityRecord[]): string {
  const names = Object.keys(COLUMNS) as (keyof ActivityRecord)[];
  return records.map((record) => toCsvLine(names.map((name) => record[name]))).join('');
}

/** Returns the error that the server logs. It has only the code, because the database's message may contain values. */
function toFailure(error: unknown): Error {
  const code = error instanceof DatabaseError ? error.code : 'unknown';
  return new Error(`The download ended early (${code}).`);
}
