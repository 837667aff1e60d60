import type { Surroundings } from './surroundings.ts';
import { mean, percentile, type Tally } from './tally.ts';

/** The results of one kind of day. */
export interface Result {
  readonly surroundings: Surroundings;
  readonly tally: Tally;
}

interface Measure {
  readonly title: string;
  of(tally: Tally): number;
  readonly digits?: number;
  atLeast?(surroundings: Surroundings): number | undefined;
  atMost?(surroundings: Surroundings): number | undefined;
}

/** The time for a refresh that fails and is abandoned, plus one that loads after a failed call. */
const REFRESH_SLACK_MS = 150_000;

const MEASURES: readonly Measure[] = [
  { title: 'pages', of: ({ days }) => days },
  { title: 'expired dashboards seen, seconds', of: ({ deadMs }) => deadMs / 1000, atMost: () => 0 },
  {
    title: 'pages without a gap of 5 s, %',
    of: gapFreeShare,
    digits: 2,
    atLeast: ({ gapFreeDays }) => gapFreeDays,
  },
  { title: 'gaps', of: ({ gaps }) => gaps.length },
  { title: '  half are shorter than, seconds', of: gapSeconds(0.5), digits: 1 },
  { title: '  99 % are shorter than, seconds', of: gapSeconds(0.99), digits: 1 },
  // The longest pause between two attempts, plus one attempt.
  {
    title: '  99.9 % are shorter than, seconds',
    of: gapSeconds(0.999),
    digits: 1,
    atMost: () => 135,
  },
  {
    title: 'oldest data, seconds',
    of: ({ oldestMs }) => oldestMs / 1000,
    atMost: ({ refreshMs }) => toFinite((2 * refreshMs + REFRESH_SLACK_MS) / 1000),
  },
  { title: 'tokens', of: ({ tokens }) => tokens },
  {
    title: 'calls per token, without outages',
    of: ({ calls, tokens }) => calls / tokens,
    digits: 3,
    atMost: () => 1.1,
  },
  {
    title: 'calls an hour in outages, on average',
    of: ({ outageCalls }) => mean(outageCalls),
    digits: 1,
    atMost: () => 60,
  },
  { title: '  at most', of: ({ outageCalls }) => percentile(outageCalls, 1) },
  {
    title: 'shortest time between calls, seconds',
    of: ({ leastPauseMs }) => leastPauseMs / 1000,
    digits: 1,
    atLeast: () => 0.5,
  },
  {
    title: 'margin of 99.9 %, minutes',
    of: ({ margins }) => percentile(margins, 0.001) / 60_000,
    digits: 1,
    atLeast: ({ margin }) => margin,
  },
  {
    title: '  if the dashboard was in use',
    of: ({ busyMargins }) => percentile(busyMargins, 0.001) / 60_000,
    digits: 1,
    atLeast: ({ margin }) => margin && 10,
  },
  { title: 'frames, at most', of: ({ mostFrames }) => mostFrames, atMost: () => 2 },
  { title: 'timers, at most', of: ({ mostTimers }) => mostTimers, atMost: () => 3 },
  { title: 'left behind at the end', of: ({ leftBehind }) => leftBehind, atMost: () => 0 },
];

/** Returns a table with one column for each kind of day and one line for each measure. */
export function toTable(results: readonly Result[]): string {
  const head = ['', ...results.map(({ surroundings }) => surroundings.name), 'goal'];
  const lines = MEASURES.map((measure) => {
    const { title, digits = 0 } = measure;
    const cells = results.map(({ tally }) => format(measure.of(tally), digits));
    return [title, ...cells, toGoal(measure, results)];
  });
  return [head, ...lines]
    .map(
      ([title = '', ...cells]) =>
        title.padEnd(38) + cells.map((cell) => `  ${cell.padStart(10)}`).join(''),
    )
    .join('\n');
}

/** The figures of one kind of day, by the title of the measure. `null`: no value. */
export type Summary = Record<string, Record<string, number | null>>;

/** Returns the figures of each kind of day. */
export function toSummary(results: readonly Result[]): Summary {
  const toFigures = (tally: Tally): Summary[string] =>
    Object.fromEntries(
      MEASURES.map(({ title, of }) => {
        const value = of(tally);
        return [title.trim(), Number.isFinite(value) ? value : null];
      }),
    );
  return Object.fromEntries(
    results.map(({ surroundings, tally }) => [surroundings.name, toFigures(tally)]),
  );
}

/**
 * Returns one line for each missed goal. Few days may miss a share of days by chance: `deviations` is
 * the tolerance in standard deviations.
 */
export function missedGoals(results: readonly Result[], deviations = 0): string[] {
  return results.flatMap(({ surroundings, tally }) =>
    MEASURES.flatMap((measure) => {
      const { title, of, atMost, atLeast } = measure;
      const value = of(tally);
      const most = atMost?.(surroundings) ?? Infinity;
      const least = atLeast?.(surroundings) ?? -Infinity;
      const share = least / 100;
      const slack =
        of === gapFreeShare ? 100 * deviations * Math.sqrt((share * (1 - share)) / tally.days) : 0;
      return value > most || value < least - slack
        ? [`${surroundings.name}: ${title.trim()}: ${value}, not ${value > most ? most : least}`]
        : [];
    }),
  );
}

function gapFreeShare({ days, gapDays }: Tally): number {
  return 100 * (1 - gapDays / days);
}

function gapSeconds(share: number): (tally: Tally) => number {
  return ({ gaps }) => percentile(gaps, share) / 1000;
}

function toGoal({ atMost, atLeast }: Measure, results: readonly Result[]): string {
  const goalOf = atMost ?? atLeast;
  if (!goalOf) return '';
  const goals = new Set(results.map(({ surroundings }) => goalOf(surroundings) ?? '–'));
  return `${atMost ? '≤' : '≥'} ${[...goals].join(' / ')}`;
}

function toFinite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function format(value: number, digits: number): string {
  return Number.isFinite(value)
    ? value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '–';
}
