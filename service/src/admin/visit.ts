import type { Context } from 'hono';
import type { Visitor } from '../state/admin-session-store.ts';
import type { Person } from '../state/people-store.ts';

/** A request of a visitor who is signed in, after the check of its route. */
export interface Visit {
  visitor: Visitor;
  /** The secret of the visitor's session. */
  session: string;
  /** The company that the route concerns; `null` if it concerns no single one, or if none was found. */
  companyId: number | null;
  /** The person that the route concerns. */
  person: Person | null;
}

const VISIT = 'visit';

/** Notes the visit of a request. */
export function setVisit(context: Context, visit: Visit): void {
  context.set(VISIT, visit);
}

/** Returns the visit of a request; `null` on a public page. */
export function findVisit(context: Context): Visit | null {
  return (context.get(VISIT) as Visit | undefined) ?? null;
}

/** Returns the visit of a request. Throws an error on a public page. */
export function requireVisit(context: Context): Visit {
  const visit = findVisit(context);
  if (!visit) throw new Error('The route has no check.');
  return visit;
}
