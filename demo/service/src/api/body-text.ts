import { ApiError } from './api-error.ts';

/** A request's body as text. Whatever length was announced, no more than `limit` bytes are kept. Throws {@link ApiError}. */
export async function readBodyText(request: Request, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // To cancel the stream would close the connection before the answer is sent.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length;
    if (size > limit) throw new ApiError('too-large', `The body is larger than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
