/** The back office as somebody sees it who has logged in. */
export interface BackOffice {
  /** Both take an address within `/admin/`, and follow no redirect. */
  get(path: string): Promise<Response>;
  /** A text is sent as a form, anything else as JSON, as the pages' scripts do. */
  post(path: string, body?: unknown): Promise<Response>;
}

/** Logs in to the back office of the service at `url`. */
export async function logIn(url: string, password: string): Promise<BackOffice> {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const json = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const call = (path: string, init: RequestInit, cookie = ''): Promise<Response> =>
    fetch(`${url}/admin/${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), Origin: url, Cookie: cookie },
    });
  const body = String(new URLSearchParams({ password }));
  const answer = await call('login', { method: 'POST', headers: form, body });
  const [cookie] = answer.headers.getSetCookie()[0]!.split(';');
  return {
    get: (path) => call(path, {}, cookie),
    post: (path, sent = {}) =>
      call(
        path,
        typeof sent === 'string'
          ? { method: 'POST', headers: form, body: sent }
          : { method: 'POST', headers: json, body: JSON.stringify(sent) },
        cookie,
      ),
  };
}
