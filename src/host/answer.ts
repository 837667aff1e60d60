import type { DashboardHostError } from './dashboard-host-error.ts';
import { PAGE_HEADERS, renderErrorPage } from './error-page.ts';

/** What every answer says: nobody keeps it, guesses its type or learns where it came from. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Origin, Sec-Fetch-Site, Sec-Fetch-Dest, Cookie',
  'X-Content-Type-Options': 'nosniff',
};

/** An answer with JSON in its body. */
export function answerJson(status: number, content: unknown): Response {
  return Response.json(content, { status, headers: HEADERS });
}

/** An answer without a body: 204, or 303 with its `Location`. */
export function answerEmpty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...HEADERS, ...headers } });
}

/** An error as a page for readers. Other callers of the same address get JSON. */
export function answerErrorPage(error: DashboardHostError): Response {
  const { status, retryAfterSeconds } = error;
  const headers: Record<string, string> = { ...HEADERS, ...PAGE_HEADERS };
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds);
  return new Response(renderErrorPage(error), { status, headers });
}

/** `{"error":{"code":"…","message":"…"}}` with the error's status, and `Retry-After` where it is known. */
export function answerError(error: DashboardHostError): Response {
  const { status, code, message, retryAfterSeconds } = error;
  const response = answerJson(status, { error: { code, message } });
  if (retryAfterSeconds !== null) response.headers.set('Retry-After', String(retryAfterSeconds));
  return response;
}
