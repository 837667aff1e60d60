import { setTimeout as wait } from 'node:timers/promises';
import { type CrowdSite, type Kind, serveCrowds } from '../crowd/site.ts';
import { type Cost, Tab } from '../crowd/tab.ts';
import type { Bench, Goal, Table } from '../results.ts';

const COUNT = 200;
const MINUTE_MS = 60_000;
/** The time after which no work of loading is left. */
const QUIET_MS = 30_000;

const KINDS: Record<Kind, string> = {
  ours: 'embedded-dashboard',
  'hand-made': 'by hand',
  frames: 'frames only',
};

/** The activity of a page without user input. */
interface Idleness extends Cost {
  kind: Kind;
  /** The number of timers and other requested callbacks that ran. */
  ran: number;
  /** The number of pending timers. */
  waiting: number;
  lengthMs: number;
}

/** Measures a page with many live dashboards and no user input. */
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
    about: `${COUNT} live dashboards on a visible page without user input, for ${minutes} minutes, in ${await ours.version}. Three pages run at the same time, each in its own browser: the element, code by hand (\`hand-made/dashboard.ts\`), and frames without any script. The tokens live two hours, so none expires meanwhile. Wake-ups by the page are its timers and callbacks that ran. The system counts the wake-ups of the main thread, which include the browser’s own.`,
    goals: [toGoal(idleness[0]!, minutes)],
    tables: [toTable(idleness, minutes)],
    raw: idleness,
  };
};

function toGoal({ ran }: Idleness, minutes: number): Goal {
  const perMinute = ran / minutes;
  return {
    name: `wake-ups per minute, with ${COUNT} live dashboards`,
    goal: '≤ 1',
    measured: perMinute.toFixed(1),
    isMet: perMinute <= 1,
  };
}

function toTable(idleness: readonly Idleness[], minutes: number): Table {
  return {
    columns: [
      `${COUNT} dashboards, per minute`,
      'wake-ups by the page',
      'pending timers',
      'main thread, ms',
      'process, ms',
      'wake-ups of the main thread',
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
