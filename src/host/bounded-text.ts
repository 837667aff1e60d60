/**
 * The text of a request's or an answer's body; `null`, and the rest is cancelled, once it has more
 * than `maxBytes` bytes. Rejects where the body breaks off. Reads no further once `signal` is aborted.
 */
export async function readBoundedText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<string | null> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  signal?.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
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
