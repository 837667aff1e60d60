import { afterEach, expect, test, vi } from 'vitest';
import { EndedSessions } from '../../src/host/call/ended-sessions.ts';

const REQUEST_LIMIT_MS = 10_000;

afterEach(() => void vi.useRealTimers());

test('an ended session is in memory only while earlier requests may be pending', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const ended = new EndedSessions();
  const begunAt = performance.now();
  vi.advanceTimersByTime(1);
  for (const sessionId of ['first', 'second', 'third', 'first']) ended.add(sessionId);
  expect(ended.size).toBe(3);
  vi.advanceTimersByTime(REQUEST_LIMIT_MS - 1);
  ended.add('second');
  expect(ended.hasEndedSince('first', begunAt)).toBe(true);
  vi.advanceTimersByTime(1);
  ended.add('fourth');
  // The second session has ended again, so that a request of it may still be pending.
  expect(ended.size).toBe(2);
  expect(ended.hasEndedSince('second', begunAt)).toBe(true);
});
