import { DatabaseError } from '../database/database.ts';
import type { PagePiece } from '../page/dashboard-page.ts';

/** Loads a page again that ends with its head. */
const RELOAD = '<meta http-equiv="refresh" content="5">';

/**
 * Returns the body of an answer that is sent in pieces. Its status has been sent, so a failure only ends it.
 * `onFailure` gets it. `onEnd` is called when everything has been sent, or the client has left.
 */
export function toBody(
  pieces: AsyncGenerator<PagePiece>,
  onFailure: (error: Error) => void,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const texts = toTexts(pieces, onFailure);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (!done) return controller.enqueue(encoder.encode(value));
      controller.close();
      onEnd();
    },
    cancel: onEnd,
  });
}

async function* toTexts(
  pieces: AsyncGenerator<PagePiece>,
  onFailure: (error: Error) => void,
): AsyncGenerator<string> {
  let hasScript = false;
  try {
    for await (const piece of pieces) {
      ({ hasScript } = piece);
      yield piece.html;
    }
  } catch (error) {
    const isAborted = error instanceof DatabaseError && error.code === 'aborted';
    if (!isAborted) onFailure(error as Error);
    if (!hasScript) yield RELOAD;
  }
}
