import { GUID } from '../../command/src/init/tag.ts';

/** Requests a token as the element of the written page does, and returns the status and the code of an error. */
export async function requestToken(
  address: string,
  signal?: AbortSignal,
): Promise<{ status: number; code?: string }> {
  const response = await fetch(toTokenRequest(address), { signal: signal ?? null });
  return toResult(response);
}

/** Returns that request. */
export function toTokenRequest(address: string): Request {
  return new Request(`${address}/dashboards/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1', Origin: address },
    body: JSON.stringify({ dashboardGuid: GUID }),
  });
}

/** Returns the status of an answer and the code of its error. */
export async function toResult(response: Response): Promise<{ status: number; code?: string }> {
  const { error } = (await response.json()) as { error?: { code: string } };
  return { status: response.status, ...error };
}
