import { spawn } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';
import type { RowSet } from '../../../service/src/database/database.ts';
import { DuckdbProcess } from '../../../service/src/database/duckdb/duckdb-process.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

/** Opens everything, and answers each query `crashed` as after a fatal error, once it has two of them. */
const FAULTY_CHILD = `
  const ids = [];
  process.on('disconnect', () => process.exit());
  process.on('message', ({ kind, id }) => {
    if (kind === 'open') return process.send({ kind: 'ready' });
    ids.push(id);
    if (ids.length < 2) return;
    process.send({ kind: 'failed', id: ids[0], failure: { code: 'crashed', message: '', details: {} } });
    process.send({ kind: 'done', id: ids[1], result: { columns: [], rows: [{ n: '1' }] } });
  });`;

const startFaulty = () =>
  spawn(process.execPath, ['--eval', FAULTY_CHILD], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });

it('accepts no queries after a fatal error of DuckDB, and ends after its last query', async () => {
  const files = { version: '1', database: null, tables: [] };
  const faulty = new DuckdbProcess(files, startFaulty);
  const read = (): Promise<RowSet> =>
    faulty.read({ sql: 'SELECT 1', values: [] }, { limitMs: PATIENCE_MS });
  const [first, second] = await Promise.allSettled([read(), read()]);
  expect(first).toMatchObject({ reason: { code: 'crashed' } });
  expect(second).toMatchObject({ value: { rows: [{ n: '1' }] } });
  expect(faulty.isOpen).toBe(false);
  await faulty.ended;
});
