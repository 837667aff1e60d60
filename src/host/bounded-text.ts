/**
 * The text of a request's or an answer's body; `null`, and the rest is cancelled, once it has more
 * than `maxBytes` bytes. Rejects where the body breaks off. To read no further, cancel `reader`.
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
