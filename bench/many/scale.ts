import type { CrowdSite, Kind } from '../crowd/site.ts';
import type { Tab } from '../crowd/tab.ts';
import type { Goal, Measurement } from '../results.ts';
import { median, toSpread } from '../statistics.ts';

const COUNTS = [1, 10, 50, 200];
const MOST = 200;
const KINDS = ['ours', 'hand-made'] as const satisfies Kind[];
const NAMES = { ours: 'embedded-dashboard', 'hand-made': 'by hand' };

/** The cost per turn of a page with `count` dashboards of one kind. */
interface Turns {
  count: number;
  kind: (typeof KINDS)[number];
  /** Milliseconds from the start of the navigation until all dashboards are live. */
  lastLiveMs: number[];
  /** Processor time of the page's main thread, in milliseconds. */
  scriptMs: number[];
  taskMs: number[];
  /** The JavaScript heap of the page, after a garbage collection. */
  heapBytes: number[];
  tokens: number[];
  /** The number of pending timers after loading. */
  timers: number;
}

/** Measures pages with more and more different dashboards, in turns with the same dashboards by hand. */
export async function measureScale(site: CrowdSite, tab: Tab, turns: number): Promise<Measurement> {
  const measured: Turns[] = COUNTS.flatMap((count) => KINDS.map((kind) => noTurns(count, kind)));
  // The first turn is a warm-up. It also counts the timers, which costs the page some time.
  for (const page of measured) page.timers = await countTimers(site, tab, page);
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const page of measured) await takeTurn(site, tab, page);
    console.log(`many: ${turn} of ${turns} turns`);
  }
  return {
    goals: toGoals(measured),
    table: {
      columns: [
        'median of the turns (least–greatest)',
        'token requests',
        'all live, ms',
        'script, ms',
        'main thread, ms',
        'JS heap, KiB',
        'pending timers',
      ],
      rows: measured.map(toRow),
    },
    raw: measured,
  };
}

function toGoals(measured: readonly Turns[]): Goal[] {
  const turnsOf = (kind: Turns['kind'], count: number): Turns =>
    measured.find((page) => page.kind === kind && page.count === count)!;
  const costOf = (kind: Turns['kind'], count: number): number =>
    median(turnsOf(kind, count).scriptMs);
  const beside = costOf('ours', MOST) / costOf('hand-made', MOST);
  const wall =
    median(turnsOf('ours', MOST).lastLiveMs) / median(turnsOf('hand-made', MOST).lastLiveMs);
  const growth = toGrowth((count) => costOf('ours', count));
  const growthByHand = toGrowth((count) => costOf('hand-made', count));
  return [
    {
      name: `script time of ${MOST} dashboards, compared with code by hand`,
      goal: '≤ 1.4',
      measured: beside.toFixed(2),
      isMet: beside <= 1.4,
    },
    {
      name: `time until ${MOST} dashboards are live, compared with code by hand`,
      goal: '≤ 1.15',
      measured: wall.toFixed(2),
      isMet: wall <= 1.15,
    },
    {
      name: 'script time per added dashboard: from 50 to 200, compared with from 10 to 50',
      goal: '≤ 1',
      measured: `${growth.toFixed(2)} (by hand ${growthByHand.toFixed(2)})`,
      isMet: growth <= 1,
    },
  ];
}

async function countTimers(site: CrowdSite, tab: Tab, { kind, count }: Turns): Promise<number> {
  await tab.visit(site.toUrl({ kind, count, hasTimersCounted: true }), count);
  return tab.read('timers.waiting.size');
}

async function takeTurn(site: CrowdSite, tab: Tab, page: Turns): Promise<void> {
  const { kind, count } = page;
  site.takeTokens();
  const { arrivals, scriptMs, cost } = await tab.visit(site.toUrl({ kind, count }), count);
  page.lastLiveMs.push(Math.max(...arrivals));
  page.scriptMs.push(scriptMs);
  page.taskMs.push(cost.taskMs);
  page.heapBytes.push(await tab.heapBytes());
  page.tokens.push(site.takeTokens());
}

function toGrowth(costOf: (count: number) => number): number {
  return (costOf(200) - costOf(50)) / 150 / ((costOf(50) - costOf(10)) / 40);
}

function noTurns(count: number, kind: Turns['kind']): Turns {
  return {
    count,
    kind,
    lastLiveMs: [],
    scriptMs: [],
    taskMs: [],
    heapBytes: [],
    tokens: [],
    timers: 0,
  };
}

function toRow(page: Turns): (string | number)[] {
  return [
    `${page.count} × ${NAMES[page.kind]}`,
    median(page.tokens),
    toSpread(page.lastLiveMs),
    toSpread(page.scriptMs),
    toSpread(page.taskMs),
    toSpread(page.heapBytes.map((bytes) => bytes / 1024)),
    page.timers,
  ];
}
