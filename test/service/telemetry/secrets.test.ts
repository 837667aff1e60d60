import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCallEvent, toFailure } from '../../../service/src/api/reported-calls.ts';
import { findReason } from '../../../service/src/database/connect-failure.ts';
import type { SqlValue } from '../../../service/src/database/bound-values.ts';
import { DatabaseError, type ReadOptions } from '../../../service/src/database/database.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { withComment } from '../../../service/src/database/query-comment.ts';
import { ReportedQueries } from '../../../service/src/database/reported-queries.ts';
import type { Report } from '../../../service/src/telemetry/events.ts';
import { Metrics } from '../../../service/src/telemetry/metrics.ts';
import { ServiceLog } from '../../../service/src/telemetry/service-log.ts';
import { toTextLine } from '../../../service/src/telemetry/text-line.ts';
import { scaled } from '../../support/tier.mjs';

/** The token, the key, the connection string and each value have it. */
const SECRET = 'hunter2';
/** The least number of lines in the nightly run. */
const LINES = 200_000;

const around = fc.constantFrom(
  '',
  '\n    at ',
  ' */ ',
  "'",
  '%2F',
  '\r\n{"level":"error"}',
  '\ud800',
);
const secret = fc.tuple(around, fc.string(), around).map((parts) => parts.join(SECRET));
const toError = fc.constantFrom<(message: string) => Error>(
  (message) => new TypeError(message),
  (message) => new DatabaseError('42601', message, { hint: message }),
  (message) => new DatabaseError('unavailable', message, findReason(message, message)),
  (message) => Object.assign(new Error('changed'), { message, code: 23 }),
  (message) => new Error('outer', { cause: new Error(message) }),
);

it('are in no line of the log, in no metric and in no comment', async () => {
  let lines = 0;
  const log = new ServiceLog((record) => {
    for (const line of [toTextLine(record, new Date(0)), JSON.stringify(record)]) {
      lines += 1;
      if (line.includes(SECRET) || /[\r\n]/.test(line)) throw new Error(`Leaked: ${line}`);
    }
  }, 0);
  const metrics = new Metrics(async () => null);
  const report: Report = (event) => {
    log.report(event);
    metrics.report(event);
  };
  const queries = new ReportedQueries(report);
  const property = fc.asyncProperty(secret, fc.string(), toError, async (text, dataset, fail) => {
    const error = fail(text);
    const request = new Request(`http://service.test/Tdb/${encodeURIComponent(SECRET)}?${SECRET}`, {
      headers: { 'X-Request-Id': `${SECRET} ${SECRET}` },
    });
    report(
      toCallEvent(request, new Response(null, { status: 500 }), { error, route: '/tdb/:token' }),
    );
    report(toFailure('The removal of old records', error));
    const owner = { companyId: 1, sessionId: text, dashboardGuid: 'a-guid' };
    const options: ReadOptions = { owner, dataset, locked: { region: text } };
    const values: SqlValue[] = [text];
    const source = {
      dialect: OWN_DIALECT,
      read: () => Promise.reject(error),
    };
    await queries
      .watch(source, 'shop')
      .read(`SELECT '${text}'`, values, options)
      .catch(() => {});
    const comment = withComment('', options);
    if (comment.includes(SECRET) || /[\r\n]/.test(comment.slice(1)))
      throw new Error(`Leaked: ${comment}`);
  });
  await fc.assert(property, { numRuns: scaled(LINES / 5) });
  expect(await metrics.render()).not.toContain(SECRET);
  expect(lines).toBeGreaterThan(scaled(LINES));
});
