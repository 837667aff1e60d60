import type { Role } from '../../service/src/state/rights.ts';
import { type BackOffice, enter } from './back-office.ts';
import { beginSession } from './kept-databases.ts';

/** A person to invite. */
export interface Invited {
  name: string;
  /** Default: `reader`. */
  role?: Role;
  /** Default: all companies. */
  companyId?: number | null;
}

/** A person who was invited, and the path of the invitation below `/admin/`. */
export interface InvitedPerson {
  id: number;
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
  return { id: Number(id), invitation };
}

/** Begins a session of a person, without the sign-in. */
export async function enterAs(url: string, personId: number): Promise<BackOffice> {
  return enter(url, `back-office=${await beginSession(url, personId)}`);
}
