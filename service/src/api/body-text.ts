import { ApiError } from './api-error.ts';

/**
 * Reads a request's body as text. Keeps at most `limit` bytes, no matter which length the request declares.
 * @throws {ApiError} if the body is larger.
 */
export async function readBodyText(request: Request, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Canceling the stream would close the connection before the answer is sent.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length;
    if (size > limit) throw new ApiError('too-large', `The body is larger than ${limit} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
