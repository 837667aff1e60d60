import type { Context } from 'hono';
import { readBodyText } from '../api/body-text.ts';

const bodies = new WeakMap<Request, Promise<string>>();

/**
 * Reads the body of a request, once: the check of a route may read a body before its handler does.
 * @throws {ApiError} if the body has more than `limit` bytes.
 */
export function readBody({ req: { raw } }: Context, limit: number): Promise<string> {
  const body = bodies.get(raw) ?? readBodyText(raw, limit);
  bodies.set(raw, body);
  return body;
}
