import type { AuditRecord } from '../../state/audit-store.ts';
import { streamCsv } from '../stream-csv.ts';

const COLUMNS = ['time', 'person', 'company', 'action', 'object', 'before', 'after'] as const;

/** Streams entries of the audit as CSV with a heading row. Facts are JSON. */
export function streamAuditCsv(
  pages: AsyncGenerator<AuditRecord[], void>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return streamCsv(COLUMNS, pages, ({ at, person, company, action, object, before, after }) => [
    ...[at.toISOString(), person, company ?? '', action, object],
    ...[before, after].map((facts) => (facts ? JSON.stringify(facts) : '')),
  ]);
}
