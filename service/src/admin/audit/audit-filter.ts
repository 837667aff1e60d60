import { AUDIT_ACTIONS, type AuditAction } from '../../state/audit-note.ts';
import type { AuditFilter, AuditPlace } from '../../state/audit-store.ts';
import type { CompanyName } from '../../state/company-store.ts';
import { parseStatisticsFilter } from '../statistics/statistics-filter.ts';

/** The longest name of a person in a filter. */
const MAX_NAME = 200;
/** Matches the place of an entry: its time in milliseconds, of a year with four digits, and its id. */
const PLACE = /^(\d{1,14})-(\d{1,18})$/;

/** The values of the filter's form, and the entries that they select. */
export interface AuditQuestion {
  fields: Record<'person' | 'action' | 'company' | 'from' | 'to', string>;
  /** The problem of a field; empty if there is none. */
  problem: string;
  filter: AuditFilter | null;
  /** The entry before which the page starts; `null` for the latest ones. */
  before: AuditPlace | null;
}

/** Returns a place as an address has it. */
export function toPlaceText({ at, id }: AuditPlace): string {
  return `${at.getTime()}-${id}`;
}

function parsePlace(text = ''): AuditPlace | null {
  const [, at, id] = PLACE.exec(text) ?? [];
  return at && id ? { at: new Date(Number(at)), id } : null;
}

/** Parses the filter of an address. Default: all entries of the last 30 days. */
export function parseAuditQuestion(
  query: Readonly<Record<string, string>>,
  companies: readonly CompanyName[],
  among: readonly number[] | null,
  now: number,
): AuditQuestion {
  const person = (query.person ?? '').replaceAll('\0', '').slice(0, MAX_NAME);
  const action = findAction(query.action);
  const { fields, problems, period } = parseStatisticsFilter(query, companies, now);
  const company = query.company ? (period?.companyId ?? null) : null;
  return {
    fields: { ...fields, person, action: action ?? '' },
    problem: Object.values(problems)[0] ?? '',
    filter: period && {
      person,
      action,
      companyId: company,
      from: period.from,
      to: period.to,
      among,
    },
    before: parsePlace(query.before),
  };
}

function findAction(text: string | undefined): AuditAction | null {
  return AUDIT_ACTIONS.find((action) => action === text) ?? null;
}
