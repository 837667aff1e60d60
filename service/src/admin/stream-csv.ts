import { BYTE_ORDER_MARK, toCsvLine } from '../values/csv-line.ts';
import { streamText } from './stream-text.ts';

/**
 * Streams records as CSV. Reads one page of records at a time, as fast as the client consumes them. Rejects if the first
 * page cannot be read.
 */
export async function streamCsv<Item>(
  heading: readonly string[],
  pages: AsyncGenerator<Item[], void>,
  toCells: (item: Item) => string[],
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const texts = toTexts(pages, toCells);
  const first = await texts.next();
  return streamText(
    `${BYTE_ORDER_MARK}${toCsvLine(heading)}${first.done ? '' : first.value}`,
    texts,
  );
}

async function* toTexts<Item>(
  pages: AsyncGenerator<Item[], void>,
  toCells: (item: Item) => string[],
): AsyncGenerator<string, void> {
  for await (const items of pages) yield items.map((item) => toCsvLine(toCells(item))).join('');
}
