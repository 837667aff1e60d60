import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CallEvent, QueryEvent, ServiceEvent, SignOnEvent } from './events.ts';

const PREFIX = 'dashboard_service_';
/** The largest number of companies with their dashboards that have series of their own. The others are `other`. */
const MOST_DASHBOARDS = 200;
const OTHER = 'other';
/** The upper ends of durations, in seconds: from an answer out of the memory to the longest time limit. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60];

/** The values that are measured when somebody asks. */
export interface Readings {
  queries: { waiting: number; running: number };
  keptResults: { count: number; bytes: number };
  /** `null` if the database does not say. */
  liveTokens: number | null;
  /** Empty without a server. */
  connections: { pool: 'state' | 'data'; busy: number; idle: number }[];
}

/** The metrics of a process, in the format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  /** The labels of dashboards that have series of their own. */
  readonly #known = new Set<string>();
  readonly #read: () => Promise<Readings | null>;

  readonly #calls = this.#addHistogram('call_duration_seconds', 'Time until an answer begins.', [
    'route',
    'status',
  ]);
  readonly #queries = this.#addHistogram('query_duration_seconds', 'Duration of queries.', [
    'company',
    'dashboard',
  ]);
  readonly #waits = this.#addHistogram('query_wait_seconds', 'Wait for a connection.', []);
  readonly #failures = this.#addCounter('query_failures_total', 'Failed queries.', [
    'company',
    'dashboard',
    'code',
  ]);
  readonly #reused = this.#addCounter('reused_results_total', 'Results used again.', ['source']);
  readonly #signIns = this.#addCounter('sign_ins_total', 'Attempts to sign in.', ['outcome']);
  readonly #underWay = this.#addGauge('queries', 'Queries under way.', ['phase']);
  readonly #kept = this.#addGauge('kept_results', 'Results that are kept.', []);
  readonly #keptBytes = this.#addGauge('kept_results_bytes', 'Size of the kept results.', []);
  readonly #tokens = this.#addGauge('live_tokens', 'Tokens that open a dashboard.', []);
  readonly #connections = this.#addGauge('connections', 'Connections to PostgreSQL.', [
    'pool',
    'phase',
  ]);

  /** `read` measures what no event tells. It returns `null` while the databases are not open. */
  constructor(read: () => Promise<Readings | null>) {
    this.#read = read;
    collectDefaultMetrics({ register: this.#registry });
  }

  /** The media type of {@link render}. */
  get mediaType(): string {
    return this.#registry.contentType;
  }

  /** Counts an event. */
  readonly report = (event: ServiceEvent): void => {
    switch (event.kind) {
      case 'call':
        return this.#noteCall(event);
      case 'query':
        return this.#noteQuery(event);
      case 'reuse':
        return this.#reused.inc({ source: event.source });
      case 'sign-in':
        return this.#signIns.inc({ outcome: event.outcome });
      case 'sign-on':
        return this.#noteSignOn(event);
      default:
    }
  };

  /** Returns all metrics as text. */
  async render(): Promise<string> {
    const readings = await this.#read();
    if (readings) this.#set(readings);
    return this.#registry.metrics();
  }

  #set({ queries, keptResults, liveTokens, connections }: Readings): void {
    this.#underWay.set({ phase: 'waiting' }, queries.waiting);
    this.#underWay.set({ phase: 'running' }, queries.running);
    this.#kept.set(keptResults.count);
    this.#keptBytes.set(keptResults.bytes);
    this.#tokens.set(liveTokens ?? NaN);
    for (const { pool, busy, idle } of connections) {
      this.#connections.set({ pool, phase: 'busy' }, busy);
      this.#connections.set({ pool, phase: 'idle' }, idle);
    }
  }

  #noteCall({ route, status, ms }: CallEvent): void {
    this.#calls.observe({ route, status }, ms / 1000);
  }

  #noteQuery({ companyId, dashboardGuid, ms, waitMs, failure }: QueryEvent): void {
    const labels = this.#toLabels(companyId, dashboardGuid ?? 'editor');
    this.#queries.observe(labels, ms / 1000);
    this.#waits.observe(waitMs / 1000);
    if (failure !== undefined) this.#failures.inc({ ...labels, code: toCode(failure) });
  }

  /** Checks are not attempts to sign in. */
  #noteSignOn({ outcome }: SignOnEvent): void {
    if (outcome === 'accepted' || outcome === 'refused') this.#signIns.inc({ outcome });
  }

  #toLabels(companyId: number, dashboard: string): { company: string; dashboard: string } {
    const key = `${companyId} ${dashboard}`;
    if (this.#known.size < MOST_DASHBOARDS) this.#known.add(key);
    if (!this.#known.has(key)) return { company: OTHER, dashboard: OTHER };
    return { company: String(companyId), dashboard };
  }

  #addHistogram(name: string, help: string, labelNames: readonly string[]): Histogram {
    return new Histogram({ ...this.#toNames(name, help, labelNames), buckets: SECONDS });
  }

  #addCounter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter(this.#toNames(name, help, labelNames));
  }

  #addGauge(name: string, help: string, labelNames: readonly string[]): Gauge {
    return new Gauge(this.#toNames(name, help, labelNames));
  }

  #toNames(name: string, help: string, labelNames: readonly string[]) {
    return { name: `${PREFIX}${name}`, help, labelNames, registers: [this.#registry] };
  }
}

/** Returns the class of an SQLSTATE: functions of a database may raise any number of codes. */
function toCode(failure: string): string {
  return /^[\dA-Z]{5}$/.test(failure) ? failure.slice(0, 2) : failure;
}
