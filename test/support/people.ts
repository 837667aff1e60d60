import type { Role } from '../../service/src/state/rights.ts';
import { type BackOffice, enter, postTo } from './back-office.ts';
import { beginSession } from './kept-databases.ts';

/** A person to invite. */
export interface Invited {
  name: string;
  /** Default: `reader`. */
  role?: Role;
  /** Default: all companies. */
  companyId?: number | null;
}

/** The password of people in tests. */
export const PASSWORD = 'correct horse battery';

/** A person who was invited, and the path of the invitation below `/admin/`. */
export interface InvitedPerson {
  id: number;
  name: string;
  invitation: string;
}

/** Invites a person as an administrator does. */
export async function invite(
  office: BackOffice,
  { name, role = 'reader', companyId = null }: Invited,
): Promise<InvitedPerson> {
  const company = companyId === null ? '' : String(companyId);
  const answer = await office.post('people', new URLSearchParams({ name, role, company }));
  const [, invitation] = /\/admin\/(invitation\/[\w-]+)/.exec(await answer.text()) ?? [];
  if (!invitation) throw new Error(`The invitation was answered with ${answer.status}.`);
  const people = await office.get(`people?search=${encodeURIComponent(name)}`);
  const [, id] = new RegExp(`people/(\\d+)">${name}<`).exec(await people.text())!;
  return { id: Number(id), name, invitation };
}

/** Uses an invitation: sets the password. */
export function accept(
  url: string,
  invitation: string,
  password = PASSWORD,
  again = password,
): Promise<Response> {
  return postTo(url, invitation, new URLSearchParams({ password, again }));
}

/**
 * Begins a session of a person, without the slow hash of a sign-in if that is possible. The session of a person who was
 * removed is not valid.
 */
export async function enterAs(
  url: string,
  { id, name, invitation }: InvitedPerson,
): Promise<BackOffice> {
  const session = await beginSession(url, id);
  if (session !== null) return enter(url, `back-office=${session}`);
  const first = await accept(url, invitation);
  const fields = new URLSearchParams({ name, password: PASSWORD });
  const answer = first.status === 303 ? first : await postTo(url, 'login', fields);
  return enter(url, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
}
