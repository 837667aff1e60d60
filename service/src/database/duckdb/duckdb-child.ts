import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { serve } from './duckdb-tasks.ts';
import type { DuckdbAnswer, DuckdbRequest } from './duckdb-messages.ts';
import { toFailure } from './duckdb-errors.ts';
import { MEMORY_MIB, openFiles, type OpenedFiles } from './opened-files.ts';

/** The largest memory of the process. DuckDB does not count results that wait for their fetching. */
const MAX_BYTES = (MEMORY_MIB + 512) * 1024 * 1024;
/** The time between two polls at the memory, in milliseconds. */
const POLL_MS = 50;

let opened: OpenedFiles | undefined;
let temporary: string | undefined;

function answer(message: DuckdbAnswer): void {
  // Without the service, there is nobody to answer.
  process.send?.(message, undefined, undefined, () => {});
}

async function open(request: DuckdbRequest & { kind: 'open' }): Promise<void> {
  ({ temporary } = request);
  try {
    opened = await openFiles(request.files, request.temporary);
    // The service's own work has priority over queries.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    answer({ kind: 'ready' });
  } catch (error) {
    answer({ kind: 'refused', failure: toFailure(error) });
  }
}

/** Ends at once: an ordinary exit would wait for running queries. */
function end(): void {
  if (temporary) rmSync(temporary, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) end();
}, POLL_MS).unref();
process.on('disconnect', end);
process.on('message', (request: DuckdbRequest) => {
  if (request.kind === 'open') void open(request);
  else if (opened) void serve(opened, request, answer);
});
