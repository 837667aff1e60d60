import { beginSession } from './kept-databases.ts';

/** A browser's session in the back office, without the browser. Paths are below `/admin/`. */
export interface BackOffice {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends `URLSearchParams` or a string as a form, and any other body as JSON. Follows no redirect. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Signs in to the back office of the service at this address. */
export async function logIn(url: string, password: string): Promise<BackOffice> {
  const response = await postTo(url, 'login', new URLSearchParams({ password }));
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  if (response.status !== 303) throw new Error(`The login was answered with ${response.status}.`);
  return enter(url, cookie);
}

/**
 * Returns a session in the back office of the service whose address is `url`, for tests that are not about the sign-in.
 * `from`: the address that the calls use.
 */
export async function openOffice(url: string, password: string, from = url): Promise<BackOffice> {
  const session = await beginSession(url);
  return session === null ? logIn(from, password) : enter(from, `back-office=${session}`);
}

/** Continues a session of {@link logIn}, also at the address of another process. */
export function enter(url: string, cookie: string): BackOffice {
  return {
    get: (path, headers) =>
      fetch(`${url}/admin/${path}`, { headers: { Cookie: cookie, ...headers } }),
    post: (path, body, headers) => postTo(url, path, body, { Cookie: cookie, ...headers }),
  };
}

/** Creates a company that has a key. */
export async function createCompany(
  office: BackOffice,
  name: string,
): Promise<{ id: number; apiKey: string }> {
  const made = await office.post('companies', new URLSearchParams({ name }));
  const id = Number(made.headers.get('location')?.split('/').at(-1));
  await office.post(`companies/${id}/key`, new URLSearchParams());
  const revealed = await office.post(`companies/${id}/key/reveal`);
  return { id, ...((await revealed.json()) as { apiKey: string }) };
}

/** Sends the request that a page of the back office would send. */
export function postTo(
  url: string,
  path: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const isForm = body instanceof URLSearchParams || typeof body === 'string';
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const json = { 'Content-Type': 'application/json', Accept: 'application/json' };
  return fetch(`${url}/admin/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: url, ...(isForm ? form : json), ...headers },
    body: isForm ? body : JSON.stringify(body),
  });
}
