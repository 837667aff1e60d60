/** A dashboard that the tests' users may see. */
export const GUID = '6f1c5a0e-0000-4000-8000-00000000000a';
/** A dashboard that exists, and that they may not see unless a test says so. */
export const OTHER_GUID = '6f1c5a0e-0000-4000-8000-00000000000b';

/** The public origin of the tests' host. */
export const HOST = 'https://app.example.com';

/** The headers that the element sends from a page of the host's own origin. */
export const OWN_HEADERS = {
  'Content-Type': 'application/json',
  'X-Embedded-Dashboard': '1',
  'Sec-Fetch-Site': 'same-origin',
};

/** `POST {token-url}` as the element sends it. A header that is null is omitted. */
export function tokenCall({
  url = `${HOST}/dashboards/token`,
  method = 'POST',
  headers = {},
  body = JSON.stringify({ dashboardGuid: GUID }),
  signal,
}: {
  url?: string;
  method?: string;
  headers?: Record<string, string | null>;
  body?: BodyInit | null;
  signal?: AbortSignal;
} = {}): Request {
  const entries = Object.entries({ ...OWN_HEADERS, ...headers });
  const present = entries.filter((entry): entry is [string, string] => entry[1] !== null);
  const bodiless = method === 'GET' || method === 'HEAD' || body === null;
  return new Request(url, {
    method,
    headers: present,
    body: bodiless ? null : body,
    signal,
    ...(bodiless ? {} : { duplex: 'half' }),
  });
}

/** `POST {logout-url}` as the element sends it. */
export function logoutCall(): Request {
  return tokenCall({ url: `${HOST}/dashboards/logout`, body: '{}' });
}

/** A link to a full page, opened from a page of any site. */
export function pageCall(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`${HOST}/dashboards/${path}`, { headers });
}
