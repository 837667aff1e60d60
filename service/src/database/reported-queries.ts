import type { QueryEvent, Report } from '../telemetry/events.ts';
import type { SqlValue } from './bound-values.ts';
import {
  DatabaseError,
  type DataSource,
  isUnavailable,
  type ReadOptions,
  type RowSet,
} from './database.ts';

/** The codes of queries that failed although the database can be used. */
const OWN_FAULTS = /^(time-limit|closed)$/;

/** The queries under way. Each is reported at its end. */
export class ReportedQueries {
  readonly #report: Report;
  /** The numbers of queries that wait for a connection, and that run. */
  readonly count = { waiting: 0, running: 0 };

  constructor(report: Report) {
    this.#report = report;
  }

  /** Returns a database whose queries are reported. `connection`: its name for operators. */
  watch(source: DataSource, connection: string): DataSource {
    const { dialect } = source;
    return { dialect, read: (...query) => this.#read(source, connection, query) };
  }

  async #read(
    source: DataSource,
    connection: string,
    [sql, values, options]: [sql: string, values: readonly SqlValue[], options: ReadOptions],
  ): Promise<RowSet> {
    const askedAt = performance.now();
    let startedAt: number | undefined;
    const onStart = (): void => {
      if (startedAt === undefined) {
        this.count.waiting -= 1;
        this.count.running += 1;
      }
      startedAt ??= performance.now();
      options.onStart?.();
    };
    const report = (result: QueryResult): void => {
      const { owner, dataset } = options;
      if (!owner || dataset === undefined) return;
      const { companyId, dashboardGuid } = owner;
      const query = { kind: 'query', companyId, dashboardGuid, dataset, connection } as const;
      const now = performance.now();
      const times = { waitMs: (startedAt ?? now) - askedAt, ms: now - (startedAt ?? now) };
      this.#report({ ...query, ...times, ...result });
    };
    this.count.waiting += 1;
    try {
      const result = await source.read(sql, values, { ...options, onStart });
      report({ rows: result.rows.length, isOutage: false });
      return result;
    } catch (error) {
      report(toFailure(error));
      throw error;
    } finally {
      this.count[startedAt === undefined ? 'waiting' : 'running'] -= 1;
    }
  }
}

type QueryResult = Pick<QueryEvent, 'rows' | 'failure' | 'reason' | 'isOutage'>;

function toFailure(error: unknown): QueryResult {
  const known = error instanceof DatabaseError ? error : undefined;
  const failure = known?.code ?? 'failed';
  const isOutage = isUnavailable(error) && !OWN_FAULTS.test(failure);
  return { failure, reason: known?.details.reason, isOutage };
}
