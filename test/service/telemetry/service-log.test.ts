import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueryEvent, ServiceEvent } from '../../../service/src/telemetry/events.ts';
import type { LogRecord } from '../../../service/src/telemetry/log-record.ts';
import { ServiceLog } from '../../../service/src/telemetry/service-log.ts';
import { toTextLine } from '../../../service/src/telemetry/text-line.ts';
import { SECOND } from '../../support/durations.ts';
import { QUERY } from './query-event.ts';

let lines: LogRecord[];
let log: ServiceLog;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  lines = [];
  log = new ServiceLog((record) => lines.push(record), 2000);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the lines of events. */
function linesOf(...events: ServiceEvent[]): LogRecord[] {
  lines = [];
  for (const event of events) log.report(event);
  return lines;
}

const FAILED: QueryEvent = { ...QUERY, rows: undefined, failure: 'crashed', isOutage: true };

const call = (error: Error, isOutage = false): ServiceEvent => ({
  kind: 'call',
  method: 'GET',
  route: '/tdb/:token',
  status: isOutage ? 503 : 500,
  ms: 12.3,
  failed: { id: 'an-id', callerId: 'theirs', error, isOutage },
});

it('has one line for the beginning of an outage, and one for its end', () => {
  const away: ServiceEvent = { kind: 'database', failure: '53100' };
  const lost = call(new Error('secret'), true);
  expect(linesOf(away, lost, away, lost, away)).toEqual([
    {
      level: 'error',
      text: 'The database of the service cannot be used now: the disk of the database is full.',
      fields: { code: '53100' },
    },
  ]);
  vi.advanceTimersByTime(30 * SECOND);
  // Reads succeed on a full disk.
  expect(linesOf({ kind: 'database' })).toEqual([]);
  vi.advanceTimersByTime(9 * SECOND);
  expect(linesOf(away, lost, { kind: 'database' })).toEqual([]);
  vi.advanceTimersByTime(10 * SECOND - 1);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual([
    {
      level: 'info',
      text: 'The database of the service can be used again.',
      fields: { seconds: 39, failed: 3 },
    },
  ]);
  expect(linesOf(away)).toHaveLength(1);
});

it('has one more line if the database fails in another way', () => {
  const codes = ['unavailable', '28000', 'unavailable', '28000'];
  const failures = codes.map((failure): ServiceEvent => ({ kind: 'database', failure }));
  expect(linesOf(...failures).map(({ fields }) => fields.code)).toEqual(['unavailable', '28000']);
  expect(linesOf({ kind: 'database' })).toEqual([]);
  vi.advanceTimersByTime(10 * SECOND);
  expect(lines).toHaveLength(1);
});

it('says why a server that answers cannot be used, once for each reason', () => {
  const reasons = [undefined, 'CERT_HAS_EXPIRED', 'busy', undefined, 'CERT_HAS_EXPIRED'];
  const failure = 'unavailable';
  const failures = reasons.map((reason): ServiceEvent => ({ kind: 'database', failure, reason }));
  const [, expired, busy, ...more] = linesOf(...failures);
  expect(expired).toMatchObject({ fields: { code: 'unavailable', reason: 'CERT_HAS_EXPIRED' } });
  expect(busy!.text).toContain('all connections of this process are busy');
  expect(more).toEqual([]);
});

it('has an outage for each connection', () => {
  const other = { ...FAILED, connection: 'stock' };
  expect(linesOf(FAILED, other, FAILED, other).map(({ fields }) => fields)).toEqual([
    { company: 7, connection: 'shop', code: 'crashed' },
    { company: 7, connection: 'stock', code: 'crashed' },
  ]);
  // A query with a mistake does not tell whether the database can be used.
  linesOf({ ...FAILED, failure: '42601', isOutage: false });
  vi.advanceTimersByTime(20 * SECOND);
  expect(lines).toEqual([]);
  linesOf(QUERY);
  vi.advanceTimersByTime(20 * SECOND);
  expect(lines).toMatchObject([{ fields: { connection: 'shop', failed: 2 } }]);
});

it('says what the codes of an outage mean', () => {
  const texts = ['crashed', '40001', '53100'].map((failure) => {
    const [line] = linesOf({ ...FAILED, connection: failure, failure });
    return /: (.*)\.$/.exec(line!.text)![1];
  });
  expect(texts).toEqual([
    expect.stringContaining('its process has ended'),
    expect.stringContaining('as a replica does'),
    expect.stringContaining('is full'),
  ]);
});

it('names the class and the place of an error, and not its message', () => {
  const error = new TypeError('secret\n    at secret (secret.ts:1:1)');
  const [{ level, text, fields }, ...more] = linesOf(call(error)) as [LogRecord];
  const { stack, ...others } = fields;
  expect([level, text, more]).toEqual(['error', 'A call failed.', []]);
  expect(others).toEqual({
    id: 'an-id',
    callerId: 'theirs',
    method: 'GET',
    route: '/tdb/:token',
    status: 500,
    ms: 12,
    error: 'TypeError',
  });
  expect([stack].flat()[0]).toMatch(/^at .*service-log\.test\.ts:\d+:\d+/);
  expect(JSON.stringify(stack)).not.toContain('secret');
});

it('has a line for each failure of other work', () => {
  const failure: ServiceEvent = {
    kind: 'failure',
    what: 'The removal of old records',
    error: Object.assign(new Error('secret'), { code: '42P01' }),
    isOutage: false,
  };
  expect(linesOf(failure, { ...failure, isOutage: true })).toMatchObject([
    { text: 'The removal of old records failed.', fields: { error: 'Error', code: '42P01' } },
  ]);
});

it('has a line for each slow query', () => {
  const [line, ...more] = linesOf(QUERY, { ...QUERY, ms: 1999 }, { ...QUERY, ms: 2000.4 });
  expect(more).toEqual([]);
  expect(toTextLine(line!, new Date(0))).toBe(
    '1970-01-01T00:00:00.000Z warn A query was slow. company=7 connection=shop dashboard=a-guid dataset="sold goods" ms=2000 waitMs=3 rows=10',
  );
});

it('has a line for a parameter that a dashboard does not use', () => {
  const place = { companyId: 7, dashboardGuid: 'a-guid' };
  const [line] = linesOf({ kind: 'unused-parameter', ...place, parameter: 'regoin' });
  expect(line).toMatchObject({
    level: 'warn',
    fields: { dashboard: 'a-guid', parameter: 'regoin' },
  });
});

it('stays one line, whatever names authors have chosen', () => {
  const dataset = 'x\n2026 error "forged"\u2028';
  const [line] = linesOf({ ...QUERY, ms: 9000, dataset });
  const text = toTextLine(line!, new Date(0));
  expect(text).not.toContain('\n');
  expect(text).toContain(String.raw`dataset="x\n2026 error \"forged\"`);
});

it('has a line for each entry of the audit, and for callers that have to wait', () => {
  const person = 'Anna\u001b[31m';
  const entry = { kind: 'audit', person, personId: null, companyId: null, object: '' } as const;
  const facts = { objectId: null, before: null, after: null };
  const events: ServiceEvent[] = [
    { kind: 'sign-in', outcome: 'accepted', address: '192.0.2.1' },
    { kind: 'sign-in', outcome: 'locked', address: null },
    { ...entry, ...facts, action: 'sign-in-refused' },
    { ...entry, ...facts, action: 'replace-key', companyId: 7, after: { reason: 'leaked\u009b' } },
    { ...entry, ...facts, action: 'publish', personId: 5 },
  ];
  expect(linesOf(...events)).toEqual([
    expect.objectContaining({ level: 'warn', fields: { address: 'known browser' } }),
    { level: 'warn', text: 'Audit: sign-in-refused.', fields: { person: 'Anna\uFFFD[31m' } },
    {
      level: 'info',
      text: 'Audit: replace-key.',
      fields: { person: 'Anna\uFFFD[31m', company: 7, after: '{"reason":"leaked\uFFFD"}' },
    },
    { level: 'info', text: 'Audit: publish.', fields: { person: 'Anna\uFFFD[31m', personId: 5 } },
  ]);
});
