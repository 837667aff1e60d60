import { toFailure } from '../api/reported-calls.ts';
import type { Database } from '../database/database.ts';
import type { DatabaseClock } from '../state/database-clock.ts';
import { addDailyCounts } from '../state/daily-counts.ts';
import { removeDeletedStatistics, removeOldStatistics } from '../state/old-statistics.ts';
import { type AddIndex, addIndexes } from '../state/state-indexes.ts';
import type { AuditStore } from '../state/audit-store.ts';
import type { TokenStore } from '../state/token-store.ts';
import type { Report } from '../telemetry/events.ts';

const INTERVAL_MS = 10 * 60 * 1000;

/** The parts of an open service that need maintenance. */
export interface MaintainedParts {
  tokens: TokenStore;
  audit: AuditStore;
  clock: DatabaseClock;
  state: Database;
  addIndex: AddIndex;
}

/** The limits of the maintenance, and who gets its failures. */
export interface MaintenanceOptions {
  keepStatisticsDays: number;
  keepAuditDays: number;
  /** Aborted when the service closes. */
  closing: AbortSignal;
  report: Report;
}

/**
 * Counts the statistics, removes expired tokens and old records, and adds missing indexes, now and every ten minutes,
 * until `closing` is aborted.
 */
export function startMaintenance(
  { tokens, audit, clock, state, addIndex }: MaintainedParts,
  { keepStatisticsDays, keepAuditDays, closing, report }: MaintenanceOptions,
): void {
  // The first run on many years may take longer than the interval.
  const countAndRemove = unlessRunning(async () => {
    await addDailyCounts(state, clock.now());
    await removeOldStatistics(state, keepStatisticsDays, clock.now());
    await removeDeletedStatistics(state);
    await audit.sweep(keepAuditDays);
  });
  const addMissing = unlessRunning(() => addIndexes(state, addIndex));
  const remove = async (): Promise<void> => {
    // By a wrong clock, it would end tokens that other processes have issued.
    await clock.compare();
    await tokens.sweep();
    await countAndRemove();
  };
  const run = (work: () => Promise<void>, what: string): void =>
    // The next run tries again.
    void work().catch((error: Error) => {
      if (!closing.aborted) report(toFailure(what, error));
    });
  const maintain = (): void => {
    run(remove, 'The removal of old records');
    run(addMissing, 'The creation of an index');
  };
  const timer = setInterval(maintain, INTERVAL_MS);
  closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  maintain();
}

/** Returns `work` as a function that does nothing while `work` runs. */
function unlessRunning(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    await work().finally(() => (isRunning = false));
  };
}
