import { DatabaseError } from '../database/database.ts';

/**
 * Streams a text as fast as the client reads it. `first`: the part that was read already, so that a failure of the first
 * records is an answer of its own. After a later failure, the text has no end.
 */
export function streamText(
  first: string,
  others: AsyncGenerator<string, void>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(first));
    },
    async pull(controller) {
      try {
        const { value, done } = await others.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        controller.error(toFailure(error));
      }
    },
    async cancel() {
      await others.return();
    },
  });
}

/** Returns the error that the server logs. It has only the code, because the database's message may contain values. */
function toFailure(error: unknown): Error {
  const code = error instanceof DatabaseError ? error.code : 'unknown';
  return new Error(`The download ended early (${code}).`);
}
