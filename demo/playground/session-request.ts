import type { SessionView } from './session-view.ts';

/** Who is logged in. */
export function fetchSession(): Promise<SessionView> {
  return request('GET');
}

/** Logs in as one user, in place of whoever was. */
export function logIn(userId: string): Promise<SessionView> {
  return request('POST', { userId });
}

/** Ends the host application's session. */
export function logOut(): Promise<SessionView> {
  return request('DELETE', {});
}

async function request(method: string, content?: object): Promise<SessionView> {
  const response = await fetch('/session', {
    method,
    ...(content && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(content),
    }),
  });
  if (!response.ok) throw new Error(`The host application answered with ${response.status}.`);
  return (await response.json()) as SessionView;
}
