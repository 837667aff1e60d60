import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { launchEngines } from '../engines.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { LOOKER_SDK, SUPERSET_SDK } from '../sdk-names.ts';
import { areMediansAtMost, toMedianWithInterval, toSpread } from '../statistics.ts';
import { LOOKER, serveApplication, SUPERSET } from './application.ts';
import { type Flight, measureFlight } from './first-flight.ts';
import { Journey, type Milestone } from './journey.ts';
import { KEY_HASH, ROUND_TRIP_MS } from './secure-site.ts';
import { serveService } from './service.ts';
import { type EngineVisits, type Temperature, visitInTurns } from './visits.ts';
import { type Way, WAYS, type WayName } from './ways.ts';

const NAMES = Object.keys(WAYS) as WayName[];
const SITES = { hosts: ['app.test', 'cdn.test', 'bi.test'], keyHash: KEY_HASH };
const MILESTONES: Milestone[] = ['page', 'script', 'token', 'connection', 'frame', 'data'];

const OURS = 'the CDN file';
const FILES: Record<string, string> = {
  [OURS]: '../../dist/embedded-dashboard.min.js',
  [SUPERSET_SDK]: SUPERSET,
  [LOOKER_SDK]: LOOKER,
};

/** Measures from the start of the navigation until the service can be asked for data. */
export const bench: Bench = async ({ isQuick }) => {
  const cwd = fileURLToPath(new URL('looker/', import.meta.url));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  const journey = new Journey();
  await using service = await serveService(journey);
  await using application = await serveApplication(journey, service);
  const servers = { application, service, journey };
  const measured: EngineVisits[] = [];
  for (const engine of await launchEngines(SITES)) {
    await using launched = engine;
    measured.push(await visitInTurns(launched, servers, isQuick ? 3 : 25));
  }
  const flights: Record<string, Flight> = {};
  for (const [name, file] of Object.entries(FILES)) {
    flights[name] = await measureFlight(new URL(file, import.meta.url));
  }
  return {
    title: 'The start',
    about: ABOUT,
    goals: [...toGoals(measured), toFlightGoal(flights[OURS]!)],
    tables: [
      toFlightTable(flights),
      toColdTable(measured),
      toWarmTable(measured),
      ...measured.flatMap((visits) => [
        toMilestoneTable(visits, 'cold'),
        toMilestoneTable(visits, 'warm'),
      ]),
    ],
    raw: { measured, flights },
  };
};

const ABOUT = [
  'The time from the start of the navigation until the service has what data can be requested with. That is the request of the dashboard’s page by its token. For Superset it is the first request with the guest token.',
  `Page, CDN and service are three sites with TLS and HTTP/2. A round trip to each takes ${ROUND_TRIP_MS} ms. The application’s server waits ${ROUND_TRIP_MS} ms for a token.`,
  'A cold visit has no cache, no connection and no TLS session. A warm visit has the scripts in the browser’s cache, and no connection and no TLS session.',
  '“The line” is the time of the round trips alone, if browsers and servers took no time.',
  'Differences and ratios are of pairs of the same round. The brackets hold the interval of the sign test: the true median is in it in 19 of 20 cases. A goal is met or missed if the whole interval is. Otherwise the result is “not sure”.',
  'A cold visit of the README’s page needs one round trip more than code by hand, because its script is a file. So its goal is a difference in milliseconds above the line.',
  'The page of `dashboards.render` waits for the token, and its frame does not wait for the script.',
  'Superset’s frame starts while the token is requested. Our frame needs the token in its address. So Superset’s SDK needs one round trip less.',
  'The names of the servers are known, and the line has no limit of bytes. Looking up names and large files cost nothing here. That favors the CDN and SDKs with large files.',
  'Superset’s dashboard is empty here and loads at once. A real one loads its scripts first.',
  'The round trips of a file are measured with another line: a round trip takes 100 ms, and the server sends ten segments of 1,448 bytes before it waits for an answer, as TCP does.',
  'All ways get the token from `embedded-dashboard/host` on the application’s server.',
].join(' ');

function toGoals(measured: EngineVisits[]): Goal[] {
  const file = 'the README’s page';
  const rendered = 'with `dashboards.render`';
  const least = toLine('rendered', 'cold') / toLine('byHand', 'cold');
  return [
    toGoal(measured, {
      name: `a cold visit of ${file}: ms above the line, minus those by hand`,
      limit: 20,
      digits: 0,
      toValues: (visits) => toDifferences(visits, 'file'),
    }),
    toGoal(measured, {
      name: `a warm visit of ${file}, compared with one by hand`,
      limit: 1.05,
      digits: 2,
      toValues: (visits) => toRatios(visits, 'warm', 'file', 'byHand'),
    }),
    toGoal(measured, {
      name: `a cold visit ${rendered}, compared with one by hand: ratio, minus the line’s`,
      limit: 0.03,
      digits: 2,
      toValues: (visits) =>
        toRatios(visits, 'cold', 'rendered', 'byHand').map((ratio) => ratio - least),
    }),
    ...(['superset', 'looker'] as const).map((other) =>
      toGoal(measured, {
        name: `a cold visit ${rendered}, compared with ${WAYS[other].name}`,
        limit: 1,
        digits: 2,
        toValues: (visits) => toRatios(visits, 'cold', 'rendered', other),
      }),
    ),
    toGoal(measured, {
      name: `a cold visit of ${file}, compared with ${LOOKER_SDK}`,
      limit: 1,
      digits: 2,
      toValues: (visits) => toRatios(visits, 'cold', 'file', 'looker'),
    }),
  ];
}

/** A median that must not exceed `limit` in any engine. */
interface Limit {
  name: string;
  limit: number;
  digits: number;
  toValues: (visits: EngineVisits) => number[];
}

function toGoal(measured: EngineVisits[], { name, limit, digits, toValues }: Limit): Goal {
  const cells = measured.map(
    (visits) => `${visits.engine}: ${toMedianWithInterval(toValues(visits), digits)}`,
  );
  return {
    name,
    goal: `≤ ${limit}`,
    measured: cells.join(', '),
    isMet: areMediansAtMost(limit, measured.map(toValues)),
  };
}

function toFlightGoal({ roundTrips }: Flight): Goal {
  return {
    name: `${OURS} with its headers, over a new connection: round trips`,
    goal: '≤ 1.5',
    measured: toSpread(roundTrips, 2),
    isMet: Math.max(...roundTrips) <= 1.5,
  };
}

function toFlightTable(flights: Record<string, Flight>): Table {
  return {
    columns: ['file over a new connection', 'brotli, B', 'round trips: median (least–greatest)'],
    rows: Object.entries(flights).map(([name, { bytes, roundTrips }]) => [
      name,
      bytes.toLocaleString('en'),
      toSpread(roundTrips, 2),
    ]),
  };
}

/** The time of a way's round trips, in milliseconds. */
function toLine(name: WayName, temperature: Temperature): number {
  const { roundTrips, scriptRoundTrips }: Way = WAYS[name];
  const count = temperature === 'cold' ? roundTrips : roundTrips - scriptRoundTrips;
  return count * ROUND_TRIP_MS;
}

/** The milliseconds of cold visits above the line, minus those of code by hand in the same round. */
function toDifferences({ visits }: EngineVisits, way: WayName): number[] {
  const line = toLine(way, 'cold') - toLine('byHand', 'cold');
  return visits[way].map(({ cold }, round) => cold.data! - visits.byHand[round]!.cold.data! - line);
}

/** The times of a way, divided by those of `other` in the same round. */
function toRatios(
  { visits }: EngineVisits,
  temperature: Temperature,
  way: WayName,
  other: WayName,
): number[] {
  return visits[way].map(
    (seen, round) => seen[temperature].data! / visits[other][round]![temperature].data!,
  );
}

function toColdTable(measured: EngineVisits[]): Table {
  return {
    columns: [
      'cold visit, ms above the line: median (least–greatest)',
      ...measured.map(({ engine }) => engine),
      'the line, ms',
    ],
    rows: NAMES.map((way) => {
      const line = toLine(way, 'cold');
      const cells = measured.map(({ visits }) =>
        toSpread(visits[way].map(({ cold }) => cold.data! - line)),
      );
      return [WAYS[way].name].concat(cells, String(line));
    }),
  };
}

function toWarmTable(measured: EngineVisits[]): Table {
  const others = NAMES.filter((way) => way !== 'byHand');
  return {
    columns: [
      'warm visit, compared with one by hand: median (interval)',
      ...measured.map(({ engine }) => engine),
      'the line',
    ],
    rows: others.map((way) => {
      const cells = measured.map((visits) =>
        toMedianWithInterval(toRatios(visits, 'warm', way, 'byHand'), 2),
      );
      const least = toLine(way, 'warm') / toLine('byHand', 'warm');
      return [WAYS[way].name].concat(cells, least.toFixed(2));
    }),
  };
}

function toMilestoneTable({ engine, visits }: EngineVisits, temperature: Temperature): Table {
  return {
    columns: [
      `${engine}, ${temperature}: ms until a server gets the request, median (least–greatest)`,
      ...MILESTONES,
      'data, the line',
    ],
    rows: NAMES.map((way) => {
      const cells = MILESTONES.map((milestone) =>
        toCell(visits[way].map((seen) => seen[temperature][milestone])),
      );
      return [WAYS[way].name].concat(cells, String(toLine(way, temperature)));
    }),
  };
}

function toCell(times: (number | undefined)[]): string {
  const seen = times.filter((time) => time !== undefined);
  return seen.length ? toSpread(seen) : '–';
}
