import type { ConditionsView } from '../host/conditions.ts';
import type { SessionView } from '../host/session-view.ts';

/** Fetches the signed-in user, and the users and dashboards to choose from. */
export function fetchSession(): Promise<SessionView> {
  return call('/session');
}

/** Signs a user in, in place of the current one. `null` signs out. */
export function signIn(userId: string | null): Promise<SessionView> {
  return call('/session', { userId });
}

/** Fetches the simulated faults. */
export function fetchConditions(): Promise<ConditionsView> {
  return call('/conditions');
}

/** Changes the simulated faults for all users. */
export function changeConditions(wanted: ConditionsView): Promise<ConditionsView> {
  return call('/conditions', wanted);
}

/** Rejects with an error whose message is for the reader of the page. */
async function call<Answer>(path: string, content?: object): Promise<Answer> {
  const response = await fetch(path, {
    method: content ? 'PUT' : 'GET',
    ...(content && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(content),
    }),
  }).catch(() => {
    throw new Error('The playground’s server does not answer. Is “npm start” still running?');
  });
  if (response.ok) return (await response.json()) as Answer;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new Error(error ?? `The playground’s server answered ${response.status}.`);
}
