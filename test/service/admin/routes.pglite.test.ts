import { beforeAll, describe, expect, it } from 'vitest';
import { type Concern, ROUTES, type RouteRow } from '../../../service/src/admin/routes.ts';
import { type Role, ROLES } from '../../../service/src/state/rights.ts';
import { createCompany, enter } from '../../support/back-office.ts';
import { beginSession } from '../../support/kept-databases.ts';
import { invite } from '../../support/people.ts';
import { useBackOffice } from '../tested-service.ts';
import { draftOf } from './draft-calls.ts';

/** The result of a request: the handler's answer, or the refusal. */
type Outcome = 'the handler' | 'the sign-in' | 'not allowed' | 'not found';

interface Caller {
  role: Role | null;
  /** The companies of the role: the one that the request concerns, another one, or all. */
  of?: 'own' | 'other' | 'all';
}

const CALLERS: Record<string, Caller> = {
  'a person without a role': { role: null },
  ...Object.fromEntries(
    (['own', 'other', 'all'] as const).flatMap((of) =>
      ROLES.map((role): [string, Caller] => [`${role} (${of})`, { role, of }]),
    ),
  ),
};

/**
 * Returns the callers at the border of a row: with the role that it needs and the one below, in the company and in all.
 * Another company has an administrator.
 */
function toCallers(row: RouteRow): [name: string, caller: Caller][] {
  const needed = 'of' in row ? ROLES.indexOf(row.needs) : -1;
  return Object.entries(CALLERS).filter(([, { role, of }]) => {
    if (role === null) return true;
    if (role === 'administrator' && of !== 'own' && needed >= 0) return true;
    return of !== 'other' && [needed, needed - 1].includes(ROLES.indexOf(role));
  });
}

/** The values of a request. */
interface Place {
  companyId: number;
  guid: string;
  person: number;
}

const tested = useBackOffice();
const people = new Map<string, number>();
let own: Place;
let other: Place & { name: string };

beforeAll(async () => {
  own = await createPlace('Aurora Borealis');
  other = { ...(await createPlace('Zephyr')), name: 'Zephyr' };
  for (const [name, { role, of }] of Object.entries(CALLERS)) {
    const companyId = { own: own.companyId, other: other.companyId, all: null }[of ?? 'own'];
    const invited = { name: `caller ${people.size}`, role: role ?? 'reader', companyId };
    const { id } = await invite(tested.office, invited);
    if (role === null) await takeRole(id, own.companyId);
    people.set(name, id);
  }
});

async function takeRole(id: number, companyId: number): Promise<void> {
  const form = new URLSearchParams({ company: String(companyId), role: '' });
  expect((await tested.office.post(`people/${id}/role`, form)).status).toBe(303);
}

async function createPlace(name: string): Promise<Place> {
  const { id: companyId } = await createCompany(tested.office, name);
  const guid = await createDashboard(companyId, `${name} dashboard`);
  const again = draftOf({ title: `${name} dashboard, changed` });
  expect((await tested.publish(guid, again, { companyId })).status).toBe(200);
  return { companyId, guid, person: await createPerson(companyId, `${name} person`) };
}

async function createDashboard(companyId: number, title = 'Short life'): Promise<string> {
  const guid = await tested.create(draftOf({ title }), { companyId });
  await tested.share(guid, true);
  return guid;
}

async function createPerson(companyId: number, name: string): Promise<number> {
  return (await invite(tested.office, { name, companyId })).id;
}

/** Returns the outcome by the rules of the roles. */
function toExpected(row: RouteRow, { role, of }: Caller): Outcome {
  if (!('of' in row)) return 'the handler';
  if (role === null) return 'not allowed';
  const hasRole = ROLES.indexOf(role) >= ROLES.indexOf(row.needs);
  const rules: Partial<Record<Concern, () => Outcome>> = {
    all: () => (hasRole && of === 'all' ? 'the handler' : 'not allowed'),
    any: () => (hasRole ? 'the handler' : 'not allowed'),
    'company-of-all': () =>
      of === 'other' ? 'not found' : of === 'all' && hasRole ? 'the handler' : 'not allowed',
    // A person is known to the administrators of the company only.
    person: () => (of === 'other' || !hasRole ? 'not found' : 'the handler'),
    'whole-person': () => (of === 'other' || !hasRole ? 'not found' : 'the handler'),
  };
  const rule = rules[row.of];
  if (rule) return rule();
  if (of === 'other') return 'not found';
  return hasRole ? 'the handler' : 'not allowed';
}

/** Sends the request of a route about one company: in the path, in the query and in the body. */
async function call(
  route: string,
  row: RouteRow,
  place: Place,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method, pattern] = route.split(' ') as [string, string];
  const values: Record<string, string | number> = {
    ...place,
    ...{ id: place.companyId, version: 1, invitation: 'none' },
  };
  const path = pattern.slice(1).replaceAll(/:(\w+)(\{[^/]*\})?/g, (_, name) => `${values[name]!}`);
  const office = enter(tested.url, cookie);
  const { companyId } = place;
  if (method === 'GET') {
    const isChosen = 'of' in row && (row.of === 'chosen' || row.of === 'new-dashboard');
    return getUnfollowed(isChosen ? `${path}?company=${companyId}` : path, cookie);
  }
  const isForm = 'of' in row && ['given', 'company', 'company-of-all', 'all'].includes(row.of);
  return office.post(
    path,
    isForm ? new URLSearchParams({ company: `${companyId}` }) : { companyId },
    headers,
  );
}

function getUnfollowed(path: string, Cookie: string): Promise<Response> {
  return fetch(`${tested.url}/admin${path && `/${path}`}`, {
    redirect: 'manual',
    headers: { Cookie },
  });
}

async function toOutcome(row: RouteRow, response: Response): Promise<[Outcome, string]> {
  const { status, headers } = response;
  const text = await response.text();
  const isRefused =
    text.includes('You are signed out') || headers.get('location')?.includes('login');
  if (row.needs === 'public') return [status === 403 ? 'not allowed' : 'the handler', text];
  if (isRefused) return ['the sign-in', text];
  if (status === 403) return ['not allowed', text];
  return [status === 404 ? 'not found' : 'the handler', text];
}

describe.each(Object.entries(ROUTES) as [string, RouteRow][])('%s', (route, row) => {
  /** Returns what a request concerns. A change that is allowed may remove it. */
  const findPlace = async (caller: Caller): Promise<Place> => {
    const isUsedUp = route.startsWith('POST') && toExpected(row, caller) === 'the handler';
    const place = { ...own };
    if (isUsedUp && route.includes(':guid')) place.guid = await createDashboard(own.companyId);
    if (isUsedUp && route.includes(':person')) {
      place.person = await createPerson(own.companyId, `person ${crypto.randomUUID()}`);
    }
    return place;
  };

  it('asks a stranger to sign in unless it is public, and answers others by role and company', async () => {
    const [stranger] = await toOutcome(row, await call(route, row, own, ''));
    expect(stranger).toBe(row.needs === 'public' ? 'the handler' : 'the sign-in');
    const outcomes: Record<string, Outcome> = {};
    for (const [name, caller] of toCallers(row)) {
      const cookie = `back-office=${await beginSession(tested.url, people.get(name))}`;
      const answer = await call(route, row, await findPlace(caller), cookie);
      const [outcome, text] = await toOutcome(row, answer);
      outcomes[name] = outcome;
      // A person of this company sees no name and no dashboard of the other one.
      if (caller.of !== 'own') continue;
      for (const secret of [other.name, other.guid]) expect(text).not.toContain(secret);
    }
    const expected = toCallers(row).map(([name, caller]) => [name, toExpected(row, caller)]);
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });
});

const CHANGES = Object.entries(ROUTES).filter(([route]) => route.startsWith('POST'));

it.each<[string, RouteRow]>(CHANGES)('%s is refused to another site', async (route, row) => {
  const cookie = `back-office=${await beginSession(tested.url)}`;
  const headers = { Origin: 'https://evil.example' };
  const answer = await call(route, row, own, cookie, headers);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
});
