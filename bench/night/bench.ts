import type { Bench, Goal, Table } from '../results.ts';
import { quantile } from '../statistics.ts';
import type { Latencies } from './calls.ts';
import { measureNight, OLD_ROWS, ROWS, type Turn } from './night.ts';

/** The largest ratio of a latency next to the work and of an idle service. */
const LIMIT = 2;

/** The largest ratio of two idle parts. Beyond it, the machine was too busy to decide. */
const CALM = 1.5;

/** Measures the calls of the service next to the work of an operator's night. */
export const bench: Bench = async ({ isQuick }) => {
  const turns = isQuick ? await measureNight(1, 1) : await measureNight(5, 4);
  const latencies = {
    'nothing else': join(turns.map(({ idle }) => idle)),
    'nothing else, again': join(turns.map(({ idleAgain }) => idleAgain)),
    'a migration': join(turns.map(({ migration }) => migration)),
    'a clean-up': join(turns.map(({ cleanUp }) => cleanUp)),
  };
  return {
    title: 'The night',
    about: ABOUT,
    goals: [
      toGoal('a migration', latencies),
      toGoal('a clean-up', latencies),
      toCleanUpGoal(turns),
    ],
    tables: [toTable(latencies)],
    raw: turns,
  };
};

type Parts = Record<
  'nothing else' | 'nothing else, again' | 'a migration' | 'a clean-up',
  Latencies
>;

const ABOUT = [
  `GetToken and Tdb of one process, on PostgreSQL with ${toCount(ROWS)} rows of statistics, at 30 and 6 calls per second.`,
  'The parts of a turn are four seconds of the idle service, one migration, one clean-up, and four idle seconds again. If the p99 of both idle parts differ by more than half, other programs were too busy, and the result decides nothing.',
  'A migration is that of a second process. It adds a column to each of five tables that the calls use, and three indexes to large tables. Then the bench takes them away again.',
  `A clean-up removes ${toCount(OLD_ROWS)} old rows, in the process that answers the calls.`,
].join(' ');

function toCount(count: number): string {
  return count.toLocaleString('en');
}

function toGoal(work: 'a migration' | 'a clean-up', parts: Parts): Goal {
  const [idle, again] = [parts['nothing else'], parts['nothing else, again']];
  const found = [
    { name: 'GetToken', ...toRatios('getToken', parts[work], idle, again) },
    { name: 'Tdb', ...toRatios('page', parts[work], idle, again) },
  ];
  const isCalm = found.every(({ control }) => control <= CALM && control >= 1 / CALM);
  return {
    name: `p99 next to ${work}, compared with an idle service`,
    goal: `≤ ${LIMIT}`,
    measured: found.map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`).join(', '),
    isMet: isCalm ? found.every(({ ratio }) => ratio <= LIMIT) : null,
  };
}

function toRatios(call: keyof Latencies, work: Latencies, idle: Latencies, again: Latencies) {
  const [next, first, second] = [work, idle, again].map((part) => quantile(part[call], 0.99));
  return {
    ratio: next! / quantile([...idle[call], ...again[call]], 0.99),
    control: second! / first!,
  };
}

function toCleanUpGoal(turns: readonly Turn[]): Goal {
  const most = Math.max(...turns.map(({ cleanUpSeconds }) => cleanUpSeconds));
  return {
    name: `Clean-up of ${toCount(OLD_ROWS)} rows`,
    goal: '≤ 60 s',
    measured: `${most.toFixed(1)} s`,
    isMet: most <= 60,
  };
}

function toTable(latencies: Record<string, Latencies>): Table {
  const rows = Object.entries(latencies).map(([name, { getToken, page }]) => {
    const toText = (part: number, values: readonly number[]): string =>
      quantile(values, part).toFixed(1);
    const [token, tokens] = [toText(0.5, getToken), toText(0.99, getToken)];
    const [shown, all] = [toText(0.5, page), toText(0.99, page)];
    return [name, token, tokens, shown, all, getToken.length + page.length];
  });
  return {
    columns: ['next to', 'GetToken, p50, ms', 'p99, ms', 'Tdb, p50, ms', 'p99, ms', 'calls'],
    rows,
  };
}

function join(parts: readonly Latencies[]): Latencies {
  return {
    getToken: parts.flatMap(({ getToken }) => getToken),
    page: parts.flatMap(({ page }) => page),
  };
}
