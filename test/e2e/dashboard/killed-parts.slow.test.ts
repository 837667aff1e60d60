import { expect, it } from 'vitest';
import { SHORT_FAULTS } from '../../kill/faults.ts';
import { findBroken } from '../../kill/judge.ts';
import { findMissing } from '../../kill/missing-programs.ts';
import { toReport } from '../../kill/report.ts';
import { runPlan } from '../../kill/run.ts';

// The short form of `npm run kill-test`.

const LENGTH_MS = 60_000;
const EVERY_MS = 15_000;
/** Fewer than those of the command: other tests need the processors, too. */
const CALLS_PER_SECOND = 25;

const missing = findMissing('single');
const reason = missing.length > 0 ? ` (skipped: this machine lacks ${missing.join(', ')})` : '';

it.skipIf(missing.length > 0)(
  `the database server, a process of the service and nginx are killed: nothing is lost${reason}`,
  async () => {
    const notes = await runPlan(
      {
        ...{ form: 'single', faults: SHORT_FAULTS, lengthMs: LENGTH_MS, everyMs: EVERY_MS },
        ...{ seed: 1, rate: CALLS_PER_SECOND, openCalls: 32 },
      },
      () => {},
    );
    const report = toReport(notes);
    // A slow machine takes its time.
    expect(findBroken(notes, Infinity), report).toEqual([]);
    expect(notes.faults).toHaveLength(SHORT_FAULTS.length);
    const { token, logout, publish } = notes.acknowledged;
    expect(Math.min(token, logout, publish), report).toBeGreaterThan(0);
    // The faults have been felt.
    expect(notes.calls.filter(({ result }) => result !== 'ok').length, report).toBeGreaterThan(0);
  },
);
