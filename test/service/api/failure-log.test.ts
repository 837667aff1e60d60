import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '../../support/durations.ts';

let noteFailure: (error: Error, what: string) => void;
let toError: (code: string) => Error;

/** The module keeps the outages of the whole process. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.resetModules();
  ({ noteFailure } = await import('../../../service/src/api/error-answer.ts'));
  const { DatabaseError } = await import('../../../service/src/database/database.ts');
  toError = (code) => new DatabaseError(code, 'secret');
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns the lines of the log for the failure of a call. */
function logOf(error: Error): string[] {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  noteFailure(error, 'a call');
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return lines;
}

it('logs an outage again if its error has not occurred for five minutes', () => {
  const outage = toError('53200');
  const line = 'embedded-dashboard-service: a call failed (53200).';
  expect(logOf(outage)).toEqual([line]);
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(logOf(outage)).toEqual([]);
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(logOf(outage)).toEqual([]);
  vi.advanceTimersByTime(5 * MINUTE);
  expect(logOf(outage)).toEqual([line]);
});

it.each([
  ['53100', 'the disk of the database is full'],
  ['crashed', 'its process has ended'],
  ['40001', 'the server ended it, as a replica does'],
])('says what %s means', (code, reason) => {
  const [line, ...more] = logOf(toError(code));
  expect(line).toMatch(`embedded-dashboard-service: a call failed: ${reason}`);
  expect([line!.endsWith(` (${code}).`), more]).toEqual([true, []]);
});

it('logs every error that is not an outage, without its message', () => {
  const line = 'embedded-dashboard-service: a call failed (TypeError).';
  const twice = [1, 2].flatMap(() => logOf(new TypeError('secret')));
  expect(twice).toEqual([line, line]);
});
