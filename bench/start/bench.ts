import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { launchEngines } from '../engines.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { medianInterval, toMedianWithInterval, toSpread } from '../statistics.ts';
import { LOOKER_SDK, SUPERSET_SDK } from '../sdk-names.ts';
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
    visits.push(await visitInTurns(launched, application, journey, isQuick ? 3 : 25));
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
  'Ratios are of pairs of the same round: their median, and in brackets where the median of all that could have been measured lies, in 19 of 20 cases (the sign test’s interval). A goal is met, or missed, where all of that interval is; else the measurements do not tell.',
  '“The line alone” is what the round trips cost that come one after the other, with a browser and servers that take no time: no time gets below it, though a ratio may, because the browsers’ own time is in both. It puts two goals out of reach: with a file of its own the page needs 8.5 round trips where the one by hand needs 7.5, and `render` still needs 6.5 for the page and a first connection. Its page waits for the token, too.',
  'Superset’s SDK needs 7.5: its frame starts while the token is requested. Our frame needs the token in its address. Looker’s needs 8.5 as well: what is left between the two is the time of their scripts.',
  'Names are known at once and the line is wide: what looking up names costs, and what a large file costs, is not in these figures. That favours the CDN’s origin and the SDKs with larger files. A `preconnect` to the service by the element, while the token is asked for, was tried: Chromium gains nothing, for its frames have connections of their own, and Firefox about 100 ms; it is a line for the page instead (docs/server-rendering.md).',
  'The README’s page has the file at its own origin. Superset’s frame gets its token after its `load`. Here its page is empty and loads at once; a real one loads its scripts first. Looker’s SDK gets the frame’s address from its `auth` address, which answers with the same token. The application’s server does the same for all: it has `embedded-dashboard/host` get the token.',
].join(' ');

function toGoals(visits: EngineVisits[]): Goal[] {
  const file = 'the README’s page';
  const rendered = 'with `dashboards.render`';
  return [
    toGoal(`${file}, beside one by hand`, '≤ 1.05', visits, 'file', 'byHand'),
    toGoal(`${rendered}, beside one by hand`, '≤ 0.6', visits, 'rendered', 'byHand'),
    toGoal(`${file}, beside ${SUPERSET_SDK}`, '< 1', visits, 'file', 'superset'),
    toGoal(`${file}, beside ${LOOKER_SDK}`, '< 1', visits, 'file', 'looker'),
    toGoal(`${rendered}, beside ${SUPERSET_SDK}`, '< 1', visits, 'rendered', 'superset'),
    toGoal(`${rendered}, beside ${LOOKER_SDK}`, '< 1', visits, 'rendered', 'looker'),
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
  const keeps = (ratio: number): boolean =>
    sign === '<' ? ratio < Number(limit) : ratio <= Number(limit);
  const measured = visits.map(({ engine, times }) => ({
    engine,
    ratios: toRatios(times, way, other),
  }));
  const intervals = measured.map(({ ratios }) => medianInterval(ratios));
  const isMissed = intervals.some(([least]) => !keeps(least));
  return {
    name,
    goal,
    measured: measured
      .map(({ engine, ratios }) => `${engine}: ${toMedianWithInterval(ratios, 2)}`)
      .join(', '),
    isMet: intervals.every(([, most]) => keeps(most)) || (isMissed ? false : null),
  };
}

/** Of each round. */
function toRatios(times: EngineVisits['times'], way: WayName, other: WayName): number[] {
  return times[way].map(({ data }, round) => data! / times[other][round]!.data!);
}

function toRatioTable(visits: EngineVisits[]): Table {
  return {
    columns: [
      `beside one by hand, median of ${visits[0]!.times.byHand.length} pairs (interval)`,
      ...visits.map(({ engine }) => engine),
      'the line alone',
    ],
    rows: OTHERS.map((way) => {
      const ratios = visits.map(({ times }) =>
        toMedianWithInterval(toRatios(times, way, 'byHand'), 2),
      );
      const least = WAYS[way].roundTrips / WAYS.byHand.roundTrips;
      return [WAYS[way].name].concat(ratios, least.toFixed(2));
    }),
  };
}

function toMilestoneTable({ engine, times }: EngineVisits): Table {
  return {
    columns: [
      `${engine}, ms till a server is asked for: median (least–greatest)`,
      ...MILESTONES,
      'data, the line alone',
    ],
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
