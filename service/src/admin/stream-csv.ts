import { DatabaseError } from '../database/database.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '../values/csv-line.ts';

/**
 * Streams lines as CSV. Reads one page of records at a time, as fast as the client consumes them. Rejects if the first page
 * cannot be read.
 */
export async function streamCsv<Item>(
  heading: readonly string[],
  pages: AsyncGenerator<Item[], void>,
  toCells: (item: Item) => string[],
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const encoder = new TextEncoder();
  const first = await pages.next();
  const toLines = (items: Item[]): string => items.map((item) => toCsvLine(toCells(item))).join('');
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

/** Returns the error that the server logs. It has only the code, because the database's message may contain values. */
function toFailure(error: unknown): Error {
  const code = error instanceof DatabaseError ? error.code : 'unknown';
  return new Error(`The download ended early (${code}).`);
}
