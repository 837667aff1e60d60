import type { AuditRecord } from '../../state/audit-store.ts';
import { streamCsv } from '../stream-csv.ts';

const COLUMNS = 'time person company action object before after personId'.split(' ');

/** Streams entries of the audit as CSV with a heading row. Facts are JSON. */
export function streamAuditCsv(
  pages: AsyncGenerator<AuditRecord[], void>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return streamCsv(COLUMNS, pages, (record) => {
    const { at, person, company, action, object, before, after, personId } = record;
    return [
      ...[at.toISOString(), person, company ?? '', action, object],
      ...[before, after].map((facts) => (facts ? JSON.stringify(facts) : '')),
      personId === null ? '' : String(personId),
    ];
  });
}
