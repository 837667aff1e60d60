import type { DashboardHostError } from '../dashboard-host-error.ts';
import { PAGE_HEADERS, renderErrorPage } from './error-page.ts';

/** An answer of the host, before it becomes a `Response` or an answer of Node. */
export interface HostAnswer {
  status: number;
  /** The header values, by their names as they are sent. */
  headers: Record<string, string>;
  body: string | null;
}

/** The headers of every answer. They forbid storing it, guessing its type, and sending its address as a referrer. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Origin, Sec-Fetch-Site, Sec-Fetch-Dest, Cookie',
  'X-Content-Type-Options': 'nosniff',
};

/** Creates an answer with JSON in its body. */
export function answerJson(status: number, content: unknown): HostAnswer {
  const headers = { ...HEADERS, 'Content-Type': 'application/json' };
  return { status, headers, body: JSON.stringify(content) };
}

/** Creates an answer without a body: 204, or 303 with its `Location`. */
export function answerEmpty(status: number, headers: Record<string, string> = {}): HostAnswer {
  return { status, headers: { ...HEADERS, ...headers }, body: null };
}

/**
 * Creates the answer `{"error":{"code":"…","message":"…"}}` with the error's status, and with `Retry-After` if it is
 * known.
 */
export function answerError(error: DashboardHostError): HostAnswer {
  const { status, code, message } = error;
  return withRetryAfter(answerJson(status, { error: { code, message } }), error);
}

/** Creates an error page for readers. Other callers of the same address get JSON. */
export function answerErrorPage(error: DashboardHostError): HostAnswer {
  const headers = { ...HEADERS, ...PAGE_HEADERS };
  return withRetryAfter({ status: error.status, headers, body: renderErrorPage(error) }, error);
}

/** Converts the answer to a `Response`. */
export function toResponse({ status, headers, body }: HostAnswer): Response {
  return new Response(body, { status, headers });
}

function withRetryAfter(answer: HostAnswer, { retryAfterSeconds }: DashboardHostError): HostAnswer {
  if (retryAfterSeconds !== null) answer.headers['Retry-After'] = String(retryAfterSeconds);
  return answer;
}
