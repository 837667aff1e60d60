import { setTimeout as wait } from 'node:timers/promises';
import { type CrowdSite, type Kind, serveCrowds } from '../crowd/site.ts';
import { type Cost, Tab } from '../crowd/tab.ts';
import type { Bench, Goal, Table } from '../results.ts';

const COUNT = 200;
const MINUTE_MS = 60_000;
/** From when on nothing of the loading is left to do. */
const QUIET_MS = 30_000;

const KINDS: Record<Kind, string> = {
  ours: 'embedded-dashboard',
  'hand-made': 'by hand',
  frames: 'frames alone',
};

/** What a page did while nobody touched it. */
interface Idleness extends Cost {
  kind: Kind;
  /** How often a timer ran, or another callback that the page had asked for. */
  ran: number;
  /** Timers that wait. */
  waiting: number;
  lengthMs: number;
}

/** Measures a page with many live dashboards that nobody touches. */
export const bench: Bench = async ({ isQuick }) => {
  await using site = await serveCrowds();
  await using ours = await Tab.open(site.elsewhere);
  await using handMade = await Tab.open(site.elsewhere);
  await using frames = await Tab.open(site.elsewhere);
  const tabs: [Kind, Tab][] = [
    ['ours', ours],
    ['hand-made', handMade],
    ['frames', frames],
  ];
  for (const [kind, tab] of tabs) await open(site, tab, kind);
  const minutes = isQuick ? 0.5 : 5;
  console.log(`idle: ${minutes} minutes`);
  const idleness = await Promise.all(
    tabs.map(([kind, tab]) => beIdle(kind, tab, minutes * MINUTE_MS)),
  );
  return {
    title: 'An idle page',
    about: `${COUNT} live dashboards on a page that is visible and that nobody touches, for ${minutes} minutes, in ${await ours.version}: the element, the same by hand (\`hand-made/dashboard.ts\`) and frames without any script, at the same time in a browser each. The tokens live two hours; none is due meanwhile. Wake-ups are the timers and callbacks of the page that ran. Those of the main thread, as the system counts them, are the browser’s own, too.`,
    goals: [toGoal(idleness[0]!, minutes)],
    tables: [toTable(idleness, minutes)],
    raw: idleness,
  };
};

function toGoal({ ran }: Idleness, minutes: number): Goal {
  const perMinute = ran / minutes;
  return {
    name: `wake-ups a minute, with ${COUNT} live dashboards`,
    goal: '≤ 1',
    measured: perMinute.toFixed(1),
    isMet: perMinute <= 1,
  };
}

function toTable(idleness: readonly Idleness[], minutes: number): Table {
  return {
    columns: [
      `a minute of ${COUNT} dashboards`,
      'wake-ups by the page',
      'timers waiting',
      'main thread, ms',
      'its process, ms',
      'main thread woken',
    ],
    rows: idleness.map((page) => toRow(page, minutes)),
  };
}

async function open(site: CrowdSite, tab: Tab, kind: Kind): Promise<void> {
  await tab.visit(site.toUrl({ kind, count: COUNT, hasTimersCounted: true }), COUNT);
  console.log(`idle: ${COUNT} live, ${KINDS[kind]}`);
}

async function beIdle(kind: Kind, tab: Tab, lengthMs: number): Promise<Idleness> {
  await wait(QUIET_MS);
  const [ranBefore, before] = [await tab.read<number>('timers.ran'), await tab.cost()];
  await wait(lengthMs);
  const after = await tab.cost();
  return {
    kind,
    ran: (await tab.read<number>('timers.ran')) - ranBefore,
    waiting: await tab.read('timers.waiting.size'),
    lengthMs,
    taskMs: after.taskMs - before.taskMs,
    layoutMs: after.layoutMs - before.layoutMs,
    processMs: after.processMs - before.processMs,
    wakeUps: after.wakeUps === null ? null : after.wakeUps - before.wakeUps!,
  };
}

function toRow(page: Idleness, minutes: number): (string | number)[] {
  return [
    KINDS[page.kind],
    (page.ran / minutes).toFixed(1),
    page.waiting,
    (page.taskMs / minutes).toFixed(1),
    (page.processMs / minutes).toFixed(0),
    page.wakeUps === null ? '–' : (page.wakeUps / minutes).toFixed(0),
  ];
}
