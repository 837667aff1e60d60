import { setTimeout as wait } from 'node:timers/promises';
import { Client } from './client.ts';
import type { Fault } from './faults.ts';
import { Ledger } from './ledger.ts';
import type { FaultNote, LiveNote, ReaderNote, RunNotes } from './notes.ts';
import { watchLive, watchWrites } from './probes.ts';
import { createRandom, shuffle } from './random.ts';
import { Readers } from './readers.ts';
import { type Form, type Stack, startStack } from './stack.ts';
import type { UnexpectedEnd } from './supervised.ts';
import { verify } from './verify.ts';

/** The calm time before the first fault and after the last one, in milliseconds. */
const CALM_MS = 8000;

/** The plan of a run. */
export interface Plan {
  form: Form;
  faults: readonly Fault[];
  /** The length of the run, from the first call to the last one, in milliseconds. */
  lengthMs: number;
  /** The time between the beginnings of two faults. A fault that lasts longer delays the next one. */
  everyMs: number;
  /** Repeats the order of the faults. */
  seed: number;
  /** The calls per second, and the number of them that may be open at a time. */
  rate: number;
  openCalls: number;
}

/**
 * Starts everything, causes the faults, and returns what was seen. `say` gets a line for each step.
 * @throws {Error} after `over`, when everything has stopped.
 */
export async function runPlan(
  plan: Plan,
  say: (line: string) => void,
  over: AbortSignal = new AbortController().signal,
): Promise<RunNotes> {
  const unexpectedEnds: UnexpectedEnd[] = [];
  say('Starts the database, the service, the hosts and the proxies.');
  const stack = await startStack(plan.form, (end) => {
    unexpectedEnds.push(end);
    say(`${end.name} ${end.text.split('\n')[0]}`);
  });
  try {
    return await runIn(stack, { ...plan, over }, unexpectedEnds, say);
  } finally {
    await stack.stop();
    stack.office.close();
  }
}

async function runIn(
  stack: Stack,
  plan: Plan & { over: AbortSignal },
  unexpectedEnds: UnexpectedEnd[],
  say: (line: string) => void,
): Promise<RunNotes> {
  // The calls take random numbers at times of their own. The faults must not depend on them.
  const [random, ofCalls] = [createRandom(plan.seed), createRandom(plan.seed + 1)];
  const ledger = new Ledger();
  const [writes, live, readerNotes]: [RunNotes['writes'], LiveNote[], ReaderNote[]] = [[], [], []];
  say('Opens the dashboards of ten readers.');
  const readers = await Readers.open(stack.applicationUrl, stack.office.readerGuid, readerNotes);
  const watches = [watchWrites(stack, writes), watchLive(stack, live)];
  const startedAt = performance.now();
  const limits = { rate: plan.rate, limit: plan.openCalls, random: ofCalls };
  const client = new Client({ ...stack, ledger }, limits);
  const faults: FaultNote[] = [];
  let endedAt = startedAt;
  try {
    await causeFaults({ stack, ledger, random }, plan, faults, say);
    await client.end();
    endedAt = performance.now();
    if (plan.over.aborted) throw new Error('A signal has stopped the run.');
    say('Waits for the last dashboards of the readers.');
    await readers.untilShown();
  } finally {
    await client.end();
    await readers.close();
    await Promise.all(watches.map((watch) => watch.stop()));
  }
  say('Looks for everything that was acknowledged.');
  await verify(stack, ledger, ofCalls);
  const ends = ledger.tokens.filter(({ endedAt: at }) => at !== null).length;
  return {
    ...{ seed: plan.seed, startedAt, endedAt, calls: client.calls, notStarted: client.notStarted },
    ...{ writes, faults, unexpectedEnds, live, readers: readerNotes },
    acknowledged: {
      token: ledger.tokens.length,
      logout: ends,
      publish: ledger.publications.length,
      'sign-in': ledger.signIns.length,
    },
    ...{ lost: ledger.lost, reopened: ledger.reopened },
  };
}

async function causeFaults(
  stage: { stack: Stack; ledger: Ledger; random: () => number },
  { faults, lengthMs, everyMs, over }: Plan & { over: AbortSignal },
  notes: FaultNote[],
  say: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  const endsAt = startedAt + lengthMs;
  const next = inRandomOrder(faults, stage.random);
  await wait(CALM_MS);
  while (!over.aborted && performance.now() < endsAt - everyMs / 2) {
    const fault = next();
    const from = performance.now();
    const more = await fault.cause(stage);
    const to = performance.now();
    notes.push({ name: fault.name, loss: fault.loss, from, to, ...more });
    const wholeMs = await stage.stack.database.untilWhole();
    const lasted = `lasted ${((to - from) / 1000).toFixed(1)} s`;
    const whole = `the database was whole ${(wholeMs / 1000).toFixed(1)} s later`;
    const at = ((from - startedAt) / 1000).toFixed(0).padStart(4);
    const result = more?.skipped ? `skipped: ${more.skipped}` : `${lasted}, ${whole}`;
    say(`${at} s  ${fault.name}: ${result}`);
    const pauseMs = Math.max(CALM_MS, everyMs - (performance.now() - from));
    await wait(pauseMs, null, { signal: over }).catch(() => {});
  }
}

/** Returns the faults in a random order, each once before any of them comes again. */
function inRandomOrder(faults: readonly Fault[], random: () => number): () => Fault {
  let rest: Fault[] = [];
  return () => {
    if (rest.length === 0) rest = shuffle(faults, random);
    return rest.shift()!;
  };
}
