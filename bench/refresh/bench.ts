import { setTimeout as wait } from 'node:timers/promises';
import { type Engine, launchEngines } from '../engines.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { median, toSpread } from '../statistics.ts';
import { type LateSite, PAINTED, serveLateSite } from './late-site.ts';
import { blankMs, filmChanges, filmSteadily } from './pictures.ts';
import { type RefreshName, REFRESHES } from './refreshes.ts';

/** The measurements of one refresh. */
interface Seen {
  blankMs: number;
  /** The number of new entries in the page's history. */
  entries: number;
  /** The durations of tasks over 50 ms in the page; `null` if the engine does not report them. */
  longTasks: number[] | null;
  /** The milliseconds between two screenshots; `null` if the browser sends pictures on changes. */
  pictureMs: number | null;
}

interface EngineRefreshes {
  engine: string;
  seen: Record<RefreshName, Seen[]>;
}

/** Globals of the page. */
declare const longTasks: number[];
declare const refresh: () => Promise<void>;

const NAMES = Object.keys(REFRESHES) as RefreshName[];
const LATEST_MS = Math.max(...NAMES.map((name) => REFRESHES[name].lateMs));
/** The time after which a loaded dashboard has certainly painted. */
const PAINTED_MS = 1.5 * LATEST_MS;

/** Measures what is on screen while a dashboard that paints late gets a new token. */
export const bench: Bench = async ({ isQuick }) => {
  await using site = await serveLateSite();
  const refreshes: EngineRefreshes[] = [];
  for (const engine of await launchEngines()) {
    await using launched = engine;
    refreshes.push(await refreshInTurns(launched, site, isQuick ? 2 : 10));
  }
  return {
    title: 'The refresh',
    about: ABOUT,
    goals: toGoals(refreshes),
    tables: refreshes.map(toTable),
    raw: refreshes,
  };
};

const ABOUT = [
  `One refresh of a dashboard that paints ${REFRESHES.ours.lateMs} ms after its load, measured in animation frames. The ways take turns, and each refresh has a new page.`,
  'Chromium sends a picture with its time when the screen changes. It skips pictures while earlier ones are not yet acknowledged, so a gap of a few frames may be missed. In Firefox one screenshot follows the other. A gap that is shorter than the time between two screenshots may be missed. A longer gap counts as long as the screenshots that show it. Firefox reports no long tasks.',
  `Our element swaps the frames 1.5 s after the load. A dashboard that paints later is incomplete until it has painted, as the row with ${REFRESHES.oursVeryLate.lateMs} ms shows. The goals are for the first row.`,
  'Superset’s SDK sends the new guest token to its existing frame and loads nothing. So nothing can be blank, and the settings in the dashboard stay. This bench does not measure what Superset’s own page does with the token. Our element knows only the address of a dashboard, and the token is part of that address. So a new token needs a new frame.',
].join(' ');

async function refreshInTurns(
  engine: Engine,
  site: LateSite,
  rounds: number,
): Promise<EngineRefreshes> {
  const seen: EngineRefreshes['seen'] = {
    ours: [],
    oursVeryLate: [],
    source: [],
    superset: [],
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of NAMES) seen[name].push(await watchRefresh(engine, site, name));
    console.log(`refresh: ${engine.name}, ${round} of ${rounds} rounds`);
  }
  return { engine: engine.name, seen };
}

async function watchRefresh(engine: Engine, site: LateSite, name: RefreshName): Promise<Seen> {
  await using visit = await engine.visit();
  const { page } = visit;
  await page.goto(site.page(name));
  await page.waitForFunction(() => document.readyState === 'complete');
  await wait(PAINTED_MS);
  const length = await page.evaluate(() => {
    longTasks.length = 0;
    return history.length;
  });
  const isChromium = engine.name.startsWith('Chromium');
  const camera = isChromium ? filmChanges : filmSteadily;
  const film = await camera(page, async () => {
    await page.evaluate(() => refresh());
    await wait(PAINTED_MS);
  });
  const after = await page.evaluate(() => ({ length: history.length, longTasks }));
  const times = film.pictures.map(({ at }) => at);
  return {
    blankMs: await blankMs(page, film, PAINTED),
    entries: after.length - length,
    longTasks: isChromium ? after.longTasks : null,
    pictureMs: isChromium ? null : median(times.slice(1).map((at, index) => at - times[index]!)),
  };
}

function toGoals(refreshes: EngineRefreshes[]): Goal[] {
  const measure = (of: (seen: Seen) => number | null): [string, boolean] => {
    const found = refreshes.flatMap(({ engine, seen }) => {
      const values = seen.ours.map(of).filter((value) => value !== null);
      return values.length ? [{ engine, most: Math.max(...values) }] : [];
    });
    return [
      found.map(({ engine, most }) => `${engine}: ${most.toFixed(0)}`).join(', '),
      found.every(({ most }) => most === 0),
    ];
  };
  const goals: [string, (seen: Seen) => number | null][] = [
    ['ms without the dashboard, worst refresh', (seen) => seen.blankMs],
    ['new entries in the page’s history', (seen) => seen.entries],
    ['tasks over 50 ms in the page', (seen) => seen.longTasks && seen.longTasks.length],
  ];
  return goals.map(([name, of]) => {
    const [measured, isMet] = measure(of);
    return { name, goal: '0', measured, isMet };
  });
}

function toTable({ engine, seen }: EngineRefreshes): Table {
  return {
    columns: [
      `${engine}, median of ${seen.ours.length} (least–greatest)`,
      'ms without the dashboard',
      'history entries',
      'tasks over 50 ms',
      'ms between screenshots',
    ],
    rows: NAMES.map((name) => [
      REFRESHES[name].name,
      toCell(seen[name].map((one) => one.blankMs)),
      toCell(seen[name].map(({ entries }) => entries)),
      toCell(seen[name].map(({ longTasks: tasks }) => tasks && tasks.length)),
      toCell(seen[name].map(({ pictureMs }) => pictureMs)),
    ]),
  };
}

function toCell(values: (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  return known.length ? toSpread(known) : '–';
}
