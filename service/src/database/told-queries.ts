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
export class ToldQueries {
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
    const tell = (result: Pick<QueryEvent, 'rows' | 'failure' | 'isOutage'>): void => {
      const now = performance.now();
      const times = { waitMs: (startedAt ?? now) - askedAt, ms: now - (startedAt ?? now) };
      this.#tell(connection, options, { ...times, ...result });
    };
    this.count.waiting += 1;
    try {
      const result = await source.read(sql, values, { ...options, onStart });
      tell({ rows: result.rows.length, isOutage: false });
      return result;
    } catch (error) {
      tell(toFailure(error));
      throw error;
    } finally {
      this.count[startedAt === undefined ? 'waiting' : 'running'] -= 1;
    }
  }

  #tell(
    connection: string,
    { owner, dataset }: ReadOptions,
    rest: Omit<QueryEvent, 'kind' | 'companyId' | 'dataset' | 'connection'>,
  ): void {
    if (!owner || dataset === undefined) return;
    const { companyId, dashboardGuid } = owner;
    this.#report({ kind: 'query', companyId, dashboardGuid, dataset, connection, ...rest });
  }
}

function toFailure(error: unknown): Pick<QueryEvent, 'failure' | 'isOutage'> {
  const failure = error instanceof DatabaseError ? error.code : 'failed';
  return { failure, isOutage: isUnavailable(error) && !OWN_FAULTS.test(failure) };
}
