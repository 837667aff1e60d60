import type {
  AuditEvent,
  CallEvent,
  DatabaseEvent,
  FailureEvent,
  QueryEvent,
  ServiceEvent,
  SignInEvent,
  SignOnEvent,
  UnusedParameterEvent,
} from './events.ts';
import { toTerminalLine } from '../process/terminal-line.ts';
import { type LogFields, type LogRecord, toErrorFields, type WriteRecord } from './log-record.ts';
import { Outages } from './outages.ts';
import { SIGN_ON_TEXTS } from './sign-on-texts.ts';

/** The explanations for operators, by the code of an error. */
const REASONS: Partial<Record<string, string>> = {
  '53100': 'the disk of the database is full',
  '53300': 'the server has no connection left',
  '25006': 'the server is read only',
  busy: 'all connections of this process are busy; see SERVICE_CONNECTIONS',
  standby: 'the server is a standby',
  'no-tls': 'the server does not offer TLS; see sslmode',
  crashed: 'its process has ended, or did not answer and was ended; it may need too much memory',
  '40001':
    'the server ended a query, as a replica does that waits too long for its readers; see max_standby_streaming_delay',
};

const LOCKED = 'Somebody has tried to sign in to the back office too often, and has to wait.';
const UNUSED =
  'A token sets a parameter that no SQL of its dashboard uses. Its name may be misspelled.';
/** The action of the audit that operators should look at. */
const WARNED = 'sign-in-refused';

const SIGN_ONS = {
  accepted: 'Somebody signed in at the identity provider without a role',
  refused: 'A sign-in at the identity provider was refused',
  ended: 'A session was ended by the check at the identity provider',
  unchecked: 'A session could not be checked at the identity provider',
};

/** The name of the service's own database among {@link Outages}. No connection has it. */
const OWN = '';

/** The name of the identity provider among {@link Outages}. */
const PROVIDER = 'identity provider';

/** A failure that may be an outage of a database. */
interface Failure {
  failure?: string | undefined;
  reason?: string | undefined;
  isOutage: boolean;
}

/** Turns the events of a service into lines. */
export class ServiceLog {
  readonly #write: WriteRecord;
  readonly #slowQueryMs: number;
  readonly #outages = new Outages();

  /** `slowQueryMs`: the duration from which a query has a line, in milliseconds. */
  constructor(write: WriteRecord, slowQueryMs: number) {
    this.#write = write;
    this.#slowQueryMs = slowQueryMs;
  }

  /** Writes the line of an event. Most events have none. */
  readonly report = (event: ServiceEvent): void => {
    switch (event.kind) {
      case 'notice':
        return this.#add(event.level, event.text);
      case 'call':
        return this.#noteCall(event);
      case 'query':
        return this.#noteQuery(event);
      case 'database':
        return this.#noteDatabase(event);
      case 'failure':
        return this.#noteFailure(event);
      case 'sign-in':
        return this.#noteSignIn(event);
      case 'sign-on':
        return this.#noteSignOn(event);
      case 'audit':
        return this.#noteAudit(event);
      case 'unused-parameter':
        return this.#noteUnused(event);
      case 'reuse':
    }
  };

  #add(level: LogRecord['level'], text: string, fields: LogFields = {}): void {
    this.#write({ level, text, fields });
  }

  #noteCall({ method, route, status, ms, failed }: CallEvent): void {
    if (failed?.isOutage) this.#outages.count(OWN);
    if (!failed || failed.isOutage) return;
    const { id, callerId, error } = failed;
    const call = { id, callerId, method, route, status, ms: Math.round(ms) };
    this.#add('error', 'A call failed.', { ...call, ...(error && toErrorFields(error)) });
  }

  #noteQuery(event: QueryEvent): void {
    const { companyId: company, connection, ms, failure, isOutage } = event;
    const name = { company, connection };
    const database = `${company} ${connection}`;
    this.#noteOutage(database, 'The data of a connection', event, name);
    if (isOutage) this.#outages.count(database);
    if (ms < this.#slowQueryMs) return;
    const { dashboardGuid: dashboard, dataset, waitMs, rows } = event;
    const times = { ms: Math.round(ms), waitMs: Math.round(waitMs), rows, failure };
    this.#add('warn', 'A query was slow.', { ...name, dashboard, dataset, ...times });
  }

  #noteDatabase(event: DatabaseEvent): void {
    const isOutage = event.failure !== undefined;
    this.#noteOutage(OWN, 'The database of the service', { ...event, isOutage }, {});
  }

  #noteOutage(
    database: string,
    what: string,
    { failure, reason, isOutage }: Failure,
    name: LogFields,
  ): void {
    if (isOutage) {
      if (!this.#outages.noteFailure(database, `${failure} ${reason}`)) return;
      const because = REASONS[reason ?? failure ?? ''];
      const text = `${what} cannot be used now${because ? `: ${because}` : ''}.`;
      return this.#add('error', text, { ...name, code: failure, reason });
    }
    if (failure !== undefined) return;
    this.#outages.noteSuccess(database, ({ ms, count }) => {
      const past = { seconds: Math.round(ms / 100) / 10, failed: count };
      this.#add('info', `${what} can be used again.`, { ...name, ...past });
    });
  }

  #noteFailure({ what, error, isOutage }: FailureEvent): void {
    if (!isOutage) this.#add('error', `${what} failed.`, toErrorFields(error));
  }

  /** The audit has the other attempts. */
  #noteSignIn({ outcome, address }: SignInEvent): void {
    if (outcome === 'locked') this.#add('warn', LOCKED, { address: address ?? 'known browser' });
  }

  #noteSignOn({ outcome, code, detail }: SignOnEvent): void {
    const isOutage = code === 'provider-away';
    if (isOutage || outcome === 'checked' || outcome === 'accepted') {
      const failure = isOutage ? code : undefined;
      const reason = isOutage ? detail : undefined;
      this.#noteOutage(PROVIDER, 'The identity provider', { failure, reason, isOutage }, {});
    }
    if (isOutage) this.#outages.count(PROVIDER);
    // An outage has one line, and not one for each session.
    if (!code || outcome === 'checked' || (isOutage && outcome === 'unchecked')) return;
    const level = outcome === 'ended' ? 'info' : 'warn';
    this.#add(level, `${SIGN_ONS[outcome]}: ${SIGN_ON_TEXTS[code]}.`, { code, detail });
  }

  #noteUnused({ companyId: company, dashboardGuid: dashboard, parameter }: UnusedParameterEvent) {
    this.#add('warn', UNUSED, { company, dashboard, parameter });
  }

  #noteAudit(event: AuditEvent): void {
    const { action, person, personId, companyId, object, objectId, before, after } = event;
    // Names may have any character. Two people may have one name.
    const id = personId ?? undefined;
    const who = { person: toTerminalLine(person), personId: id, company: companyId ?? undefined };
    const what = { object: toTerminalLine(object) || undefined };
    const facts = { id: objectId ?? undefined, before: toText(before), after: toText(after) };
    const level = action === WARNED ? 'warn' : 'info';
    this.#add(level, `Audit: ${action}.`, { ...who, ...what, ...facts });
  }
}

function toText(facts: AuditEvent['before']): string | undefined {
  return facts ? toTerminalLine(JSON.stringify(facts)) : undefined;
}
