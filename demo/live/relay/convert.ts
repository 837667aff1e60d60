import type { RelayedRequest, RelayedResponse } from './messages.ts';

const WITHOUT_BODY = new Set([204, 205, 304]);

/** Reads a request of the service worker. */
export async function toRelayedRequest(request: Request): Promise<RelayedRequest> {
  const { url, method, destination, mode, credentials, referrer } = request;
  const hasBody = !/^(GET|HEAD)$/.test(method);
  return {
    url,
    method,
    headers: [...request.headers],
    body: hasBody ? await request.arrayBuffer() : null,
    destination,
    mode,
    credentials,
    referrer,
  };
}

/** Reads an answer of the server. */
export async function toRelayedResponse(response: Response): Promise<RelayedResponse> {
  const { status, headers } = response;
  if (status === 0) return { status, headers: [], body: null };
  const body = WITHOUT_BODY.has(status) ? null : await response.arrayBuffer();
  return { status, headers: [...headers], body };
}

/** Returns the answer of the service worker. */
export function toResponse({ status, headers, body }: RelayedResponse): Response {
  return status === 0 ? Response.error() : new Response(body, { status, headers });
}
