import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { launchEngines } from '../engines.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { median, toSpread } from '../statistics.ts';
import { serveApplication } from './application.ts';
import { Journey, type Milestone } from './journey.ts';
import { ROUND_TRIP_MS } from './secure-site.ts';
import { serveService } from './service.ts';
import { type EngineVisits, visitInTurns } from './visits.ts';
import { WAYS, type WayName } from './ways.ts';

const OTHERS = (Object.keys(WAYS) as WayName[]).filter((way) => way !== 'byHand');
const MILESTONES: Milestone[] = ['page', 'script', 'token', 'connection', 'frame', 'data'];

/** From the navigation's start till the service can be asked for data. */
export const bench: Bench = async ({ isQuick }) => {
  const cwd = fileURLToPath(new URL('looker/', import.meta.url));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  const journey = new Journey();
  await using service = await serveService(journey);
  await using application = await serveApplication(journey, service);
  const visits: EngineVisits[] = [];
  for (const engine of await launchEngines(['app.test', 'cdn.test', 'bi.test'])) {
    await using launched = engine;
    visits.push(await visitInTurns(launched, application, journey, isQuick ? 3 : 15));
  }
  return {
    title: 'The start',
    about: ABOUT,
    goals: toGoals(visits),
    tables: [toRatioTable(visits), ...visits.map(toMilestoneTable)],
    raw: visits,
  };
};

const ABOUT = [
  'From the start of the navigation till the service has what the data can be asked for with: the request of the dashboard’s page by its token, or for Superset the first request that carries the guest token.',
  `Page, CDN and service are sites of their own, over TLS and HTTP/2, each ${ROUND_TRIP_MS} ms there and back behind a line that delays bytes; the application’s server waits ${ROUND_TRIP_MS} ms for a token. No cache, no connection, no TLS session is left from before; Chromium is a new one each time.`,
  '“The line alone” is what the round trips cost that come one after the other, with a browser and servers that take no time: no time gets below it, though a ratio may, because the browsers’ own time is in both. It puts two goals out of reach: with a file of its own the page needs 8.5 round trips where the one by hand needs 7.5, and `render` still needs 6.5 for the page and a first connection. Its page waits for the token, too.',
  'Names are known at once and the line is wide: what looking up names costs, and what a large file costs, is not in these figures. That favours the CDN’s origin and the SDKs with larger files.',
  'The README’s page has the file at its own origin. Superset’s frame begins without a token, beside the request for it, and hears of it after its `load`; here its page is empty and loads at once, where a real one has its scripts to load before. Looker’s SDK gets the frame’s address from its `auth` address, which answers with the same token.',
].join(' ');

function toGoals(visits: EngineVisits[]): Goal[] {
  return [
    toGoal('the README’s page, beside one by hand', '≤ 1.05', visits, 'file', 'byHand'),
    toGoal('with `dashboards.render`, beside one by hand', '≤ 0.6', visits, 'rendered', 'byHand'),
    toGoal('the README’s page, beside Superset’s SDK', '< 1', visits, 'file', 'superset'),
    toGoal('the README’s page, beside Looker’s SDK', '< 1', visits, 'file', 'looker'),
    toGoal(
      'with `dashboards.render`, beside Superset’s SDK',
      '< 1',
      visits,
      'rendered',
      'superset',
    ),
    toGoal('with `dashboards.render`, beside Looker’s SDK', '< 1', visits, 'rendered', 'looker'),
  ];
}

function toGoal(
  name: string,
  goal: string,
  visits: EngineVisits[],
  way: WayName,
  other: WayName,
): Goal {
  const [sign, limit] = goal.split(' ');
  const measured = visits.map(({ engine, times }) => ({
    engine,
    ratio: median(toRatios(times, way, other)),
  }));
  return {
    name,
    goal,
    measured: measured.map(({ engine, ratio }) => `${engine}: ${ratio.toFixed(2)}`).join(', '),
    isMet: measured.every(({ ratio }) =>
      sign === '<' ? ratio < Number(limit) : ratio <= Number(limit),
    ),
  };
}

/** Of each round. */
function toRatios(times: EngineVisits['times'], way: WayName, other: WayName): number[] {
  return times[way].map(({ data }, round) => data! / times[other][round]!.data!);
}

function toRatioTable(visits: EngineVisits[]): Table {
  return {
    columns: [
      `beside one by hand, median of ${visits[0]!.times.byHand.length} pairs (least–greatest)`,
      ...visits.map(({ engine }) => engine),
      'the line alone',
    ],
    rows: OTHERS.map((way) => {
      const ratios = visits.map(({ times }) => toSpread(toRatios(times, way, 'byHand'), 2));
      const least = WAYS[way].roundTrips / WAYS.byHand.roundTrips;
      return [WAYS[way].name].concat(ratios, least.toFixed(2));
    }),
  };
}

function toMilestoneTable({ engine, times }: EngineVisits): Table {
  return {
    columns: [`${engine}, ms till a server is asked for`, ...MILESTONES, 'data, the line alone'],
    rows: (Object.keys(WAYS) as WayName[]).map((way) => {
      const cells = MILESTONES.map((milestone) =>
        toCell(times[way].map((seen) => seen[milestone])),
      );
      return [WAYS[way].name].concat(cells, String(WAYS[way].roundTrips * ROUND_TRIP_MS));
    }),
  };
}

function toCell(times: (number | undefined)[]): string {
  const seen = times.filter((time) => time !== undefined);
  return seen.length ? toSpread(seen) : '–';
}
