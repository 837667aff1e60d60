import type { Context } from 'hono';
import type { AuditChange, AuditEntry, Note } from '../state/audit-note.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { requireVisit } from './visit.ts';

/** A change that a visitor makes. `companyId`: default is the company that the route concerns. */
export type VisitEntry = AuditChange & { companyId?: number | null };

type Parts = Pick<ServiceParts, 'audit'>;

/** Returns the note of a change that the visitor makes. A store makes it together with the change. */
export function noteOf(context: Context, { audit }: Parts, entry: VisitEntry): Note {
  return audit.note(toEntry(context, entry));
}

/** Notes something that the visitor does, and that changes no row, such as a download. */
export function noteVisit(context: Context, { audit }: Parts, entry: VisitEntry): Promise<void> {
  return audit.add(toEntry(context, entry));
}

function toEntry(context: Context, entry: VisitEntry): AuditEntry {
  const { visitor, companyId } = requireVisit(context);
  const { name, personId } = visitor;
  return { companyId, ...entry, actor: { name, personId } };
}
