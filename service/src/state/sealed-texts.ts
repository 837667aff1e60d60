import type { SqlValue } from '../database/bound-values.ts';
import type { Database, Row } from '../database/database.ts';
import { NO_STRING } from './connection-store.ts';
import { toDate } from './instants.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** A column of sealed texts. */
interface SealedColumn {
  table: string;
  /** The columns of the primary key, with a value below all others. */
  keys: Readonly<Record<string, 0 | ''>>;
  sealed: string;
  /** The column of the text's fingerprint, by which it is found. */
  fingerprint?: string;
  /** The rows that have a text. */
  isUsed: string;
}

const COLUMNS: readonly SealedColumn[] = [
  {
    table: 'companies',
    keys: { id: 0 },
    sealed: 'api_key_sealed',
    fingerprint: 'api_key_hash',
    isUsed: 'api_key_hash IS NOT NULL',
  },
  {
    table: 'data_connections',
    keys: { company_id: 0, name: '' },
    sealed: 'connection_string_sealed',
    isUsed: `connection_string_sealed <> '${NO_STRING}'`,
  },
  {
    table: 'tokens',
    keys: { token_hash: '' },
    sealed: 'connection_string_sealed',
    isUsed: 'connection_string_sealed IS NOT NULL',
  },
];

/** The number of rows that are read at once. */
const BATCH = 100;

/** The number of sealed texts by the secrets that read them. */
export interface SealedCounts {
  /** The texts of the first secret. */
  current: number;
  /** The texts of the other secrets. */
  others: number;
  /** The texts that no secret reads. */
  lost: number;
}

/**
 * Seals the texts of the other secrets with the first one. It can be stopped at any time: each row is one statement, which
 * leaves out a row that another process has changed meanwhile. One row at a time, because two statements that each wait
 * for a row of the other would fail. Returns the number of changed rows.
 */
export async function resealTexts(state: Database, box: SecretBox): Promise<number> {
  let count = 0;
  for (const column of COLUMNS) {
    for await (const row of readTexts(state, column)) {
      if (await resealRow(state, box, column, row)) count += 1;
    }
  }
  return count;
}

/** Counts the sealed texts. */
export async function countTexts(state: Database, box: SecretBox): Promise<SealedCounts> {
  const counts: SealedCounts = { current: 0, others: 0, lost: 0 };
  for (const column of COLUMNS) {
    for await (const { sealed } of readTexts(state, column)) counts[findReader(box, sealed)] += 1;
  }
  return counts;
}

/**
 * Returns the time when the last valid previous API key ends; `null` if there is none. Only its fingerprint is stored, so
 * nobody knows its secret, and it is valid only as long as that secret is among those of the service.
 */
export async function findLastPreviousKey(state: Database): Promise<Date | null> {
  const [row] = await state.query(
    'SELECT max(previous_key_until) AS until FROM companies WHERE previous_key_until > now()',
  );
  return toDate(row?.until);
}

function findReader(box: SecretBox, sealed: string): keyof SealedCounts {
  if (box.isCurrent(sealed)) return 'current';
  return box.unseal(sealed) === null ? 'lost' : 'others';
}

type SealedRow = Row & { sealed: string };

/** Reads the sealed texts of a column, a batch at a time, in the order of their keys. */
async function* readTexts(
  state: Database,
  { table, keys, sealed, isUsed }: SealedColumn,
): AsyncGenerator<SealedRow> {
  const names = Object.keys(keys);
  const sql = `SELECT ${names.join(', ')}, coalesce(${sealed}, '') AS sealed FROM ${table}
    WHERE ${isUsed} AND (${names.join(', ')}) > (${toPlaceholders(keys)})
    ORDER BY ${names.join(', ')} LIMIT ${BATCH}`;
  let after: SqlValue[] = Object.values(keys);
  for (;;) {
    const rows = (await state.query(sql, after)) as SealedRow[];
    yield* rows;
    if (rows.length < BATCH) return;
    after = toKey(keys, rows.at(-1)!);
  }
}

/** Returns whether the row was changed: it was sealed with another secret, and is still as it was read. */
async function resealRow(
  state: Database,
  box: SecretBox,
  { table, keys, sealed, fingerprint }: SealedColumn,
  row: SealedRow,
): Promise<boolean> {
  const resealed = box.reseal(row.sealed);
  if (resealed === null) return false;
  const names = Object.keys(keys).join(', ');
  const [old, next, mark] = [1, 2, 3].map((place) => `$${Object.keys(keys).length + place}::text`);
  const changes = [`${sealed} = ${next}`, ...(fingerprint ? [`${fingerprint} = ${mark}`] : [])];
  const rows = await state.query(
    `UPDATE ${table} SET ${changes.join(', ')}
     WHERE (${names}) = (${toPlaceholders(keys)}) AND ${sealed} = ${old} RETURNING 1`,
    [
      ...[...toKey(keys, row), row.sealed, resealed],
      ...(fingerprint ? [box.fingerprint(String(box.unseal(resealed)))] : []),
    ],
  );
  return rows.length === 1;
}

function toPlaceholders(keys: SealedColumn['keys']): string {
  const types = Object.values(keys).map((least) => (least === 0 ? 'integer' : 'text'));
  return types.map((type, index) => `$${index + 1}::${type}`).join(', ');
}

function toKey(keys: SealedColumn['keys'], row: Row): SqlValue[] {
  return Object.keys(keys).map((name) => row[name] as SqlValue);
}
