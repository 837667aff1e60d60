/**
 * Returns the text of the body of a request or an answer. If it has more than `maxBytes` bytes, cancels the
 * rest and returns `null`. Rejects if the body breaks off. To stop reading, cancel `reader`.
 */
export async function readBoundedText(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  maxBytes: number,
): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return text + decoder.decode();
    bytes += chunk.value.byteLength;
    if (bytes > maxBytes) break;
    text += decoder.decode(chunk.value, { stream: true });
  }
  await reader?.cancel();
  return null;
}
