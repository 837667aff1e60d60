import { expect, it } from 'vitest';
import { BROWSER_ERROR, findBroken, UNAVAILABLE } from './judge.ts';
import type { CallNote, FaultNote, ReaderNote, RunNotes } from './notes.ts';

/** A fault in the middle of a run of a minute. */
const FAULT: FaultNote = {
  name: 'kill -9 of the primary',
  loss: 'closed',
  from: 20_000,
  to: 26_000,
};

/** Returns an acknowledged token every 100 ms, and none between the two instants. */
function tokens(lostAt = Infinity, backAt = Infinity): CallNote[] {
  const times = Array.from({ length: 600 }, (_, index) => index * 100);
  return times
    .filter((at) => at < lostAt || at >= backAt)
    .map((from) => ({ kind: 'token', from, to: from + 50, result: 'ok' }));
}

/** Returns a direct write every 200 ms, and none between the two instants. */
function writes(lostAt = Infinity, backAt = Infinity): RunNotes['writes'] {
  const times = Array.from({ length: 300 }, (_, index) => index * 200);
  return times.filter((at) => at < lostAt || at >= backAt).map((from) => ({ from, to: from + 20 }));
}

function reader(
  habit: ReaderNote['habit'],
  opening: number,
  ...statuses: [at: number, detail: string][]
): ReaderNote[] {
  const name = `reader who ${habit}`;
  return statuses.map(([at, detail]) => {
    return { reader: name, habit, opening, at, detail, kind: 'status' };
  });
}

const screen = (...given: Parameters<typeof reader>): ReaderNote[] =>
  reader(...given).map((note) => Object.assign(note, { kind: 'screen' as const }));

/** Returns the notes of a run that kept its promises, with changes. */
function notesOf(changes: Partial<RunNotes> = {}): RunNotes {
  return {
    ...{ seed: 1, startedAt: 0, endedAt: 60_000, notStarted: [] },
    calls: tokens(20_000, 29_000),
    writes: writes(20_000, 28_000),
    faults: [FAULT],
    acknowledged: { token: 510, logout: 100, publish: 20, 'sign-in': 8 },
    ...{ lost: [], reopened: [], unexpectedEnds: [], live: [] },
    readers: [
      ...reader('stays', 1, [100, 'loading'], [900, 'ready'], [21_000, 'refreshing']),
      ...reader('opens', 2, [21_000, 'loading'], [22_000, 'loading: Still trying…']),
      ...reader('opens', 2, [29_500, 'ready']),
      ...screen('opens', 2, [29_600, UNAVAILABLE], [31_000, '']),
    ],
    ...changes,
  };
}

it('breaks no promise in a run that kept them', () => {
  expect(findBroken(notesOf(), 1)).toEqual([]);
});

it('finds each broken promise', () => {
  const notes = notesOf({
    lost: [{ kind: 'token', at: 19_000, seen: 'not in the database' }],
    reopened: [{ at: 19_000, seen: 'at the end' }],
    unexpectedEnds: [{ name: 'service 2', at: 30_000, text: 'ended by SIGABRT' }],
    live: [{ process: 'service 2', at: 30_000, result: '503' }],
    calls: [...tokens(20_000, 33_500), { kind: 'token', from: 1, to: 2, result: '500' }],
    readers: [
      ...screen('stays', 1, [21_000, BROWSER_ERROR], [21_500, '']),
      ...screen('opens', 1, [21_000, 'a tile: …'], [21_500, UNAVAILABLE]),
      ...reader('stays', 1, [900, 'ready'], [22_000, 'failed: This dashboard…']),
      ...reader('opens', 1, [23_000, 'logged-out: You’ve…'], [23_500, 'ready']),
      ...reader('opens', 2, [24_000, 'loading'], [24_500, 'loading: Still trying…']),
    ],
  });
  expect(findBroken(notes, 1)).toEqual([
    'Acknowledged and lost: 1 × token (not in the database).',
    'A token opened after its logout at 19.0 s (at the end).',
    'service 2 ended at 30.0 s, and the test did not do it: ended by SIGABRT',
    '/live of service 2 was "503" at 30.0 s.',
    '1 × token was answered with 500.',
    'After kill -9 of the primary, the first answer took 5.5 s: more than 5 s.',
    'reader who stays had on screen at 21.0 s: the error page of the browser.',
    'reader who opens had on screen at 21.0 s: a tile: ….',
    'reader who stays, whose dashboard was open, saw "failed: This dashboard…" at 22.0 s.',
    'reader who opens, who opened a dashboard at 23.0 s, saw "logged-out: You’ve…".',
    'reader who opens had the service’s own page on screen from 21.5 s, and it never became the dashboard.',
    'reader who opens opened a dashboard at 24.0 s, and it was never shown.',
  ]);
});

it('finds that the first answer after a silent loss came late, or never', () => {
  const silent = { faults: [{ ...FAULT, loss: 'silent' as const }] };
  const late = notesOf({ ...silent, calls: tokens(20_000, 36_500) });
  expect(findBroken(late, 1)).toEqual([
    'After kill -9 of the primary, the first answer took 8.5 s: more than 8 s.',
  ]);
  const never = notesOf({ ...silent, calls: tokens(20_000) });
  expect(findBroken(never, 1)).toEqual([
    'After kill -9 of the primary, no token was issued again.',
  ]);
  // The network was back when the outage ended.
  const back = { ...silent.faults[0]!, overAt: 29_000 };
  expect(findBroken({ ...late, faults: [back] }, 1)).toEqual([]);
});

it('a slow machine has more time, and time may not count at all', () => {
  const late = notesOf({ calls: tokens(20_000, 40_000) });
  expect(findBroken(late, 2)).toHaveLength(1);
  expect(findBroken(late, 3)).toEqual([]);
  expect(findBroken(notesOf({ calls: tokens(20_000, 58_000) }), Infinity)).toEqual([]);
});
