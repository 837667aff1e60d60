import { type ChildServer, startServer } from '../child-server.ts';
import { type Engine, launchChromium } from '../engines.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { areMediansAtMost, median, toMedianWithInterval } from '../statistics.ts';
import { findPostgres, startPostgres } from '../../test/support/postgres-server.ts';
import { SLOW_SECONDS } from './dashboards.ts';
import { measureFirstByte, type PageName, visitPage } from './visits.ts';

const WIDTHS = [390, 820, 1440];
/** The largest ratios of the goals. */
const BYTE_RATIO = 5;
const TILES_RATIO = 2;

/** The samples of a database, in milliseconds. */
interface Samples {
  database: string;
  /** Of each round: the first byte of a page of six tiles, compared with GetToken. */
  byteRatios: number[];
  /** Of each round: five tiles next to a slow one, compared with the five alone. Empty for PGlite. */
  tileRatios: number[];
  /** Of each round: the first of thirty large tiles, compared with a page of one. */
  firstRatios: number[];
  shifts: number[];
}

/** Measures how soon a page shows its tiles. The service and the browser share this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const rounds = isQuick ? 2 : 10;
  await using chromium = await launchChromium();
  const all = [await measure(chromium, 'PGlite', 'memory:', rounds)];
  if (findPostgres()) {
    const postgres = await startPostgres('on');
    all.push(await measure(chromium, 'PostgreSQL', postgres.createDatabase(), rounds));
    await postgres.stop();
  }
  return {
    title: 'The first tile',
    about: [
      `Pages of numbers in ${chromium.name}, whose cache has the page's script. No result is used again.`,
      `The slow query takes ${SLOW_SECONDS} seconds. PGlite runs one query of a session at a time, so it is measured on`,
      'PostgreSQL only. A large tile counts 1,000,000 generated rows.',
      `The layout shifts are those of the page with the slow tile, at ${WIDTHS.join(', ')} pixels, while its tiles come.`,
    ].join(' '),
    goals: toGoals(all),
    tables: [toTable(all)],
    raw: all,
  };
};

async function measure(
  engine: Engine,
  database: string,
  address: string,
  rounds: number,
): Promise<Samples> {
  await using server: ChildServer = await startServer('first-tile/server', address);
  const { url } = server;
  const tilesMs = async (name: PageName, tiles: number, width = 1440) =>
    visitPage(engine, { url, name, tiles, width });
  const samples: Samples = {
    ...{ database, byteRatios: [], tileRatios: [], firstRatios: [], shifts: [] },
  };
  // The first calls compile the code.
  await measureFirstByte(url, 'six');
  for (let round = 0; round < rounds; round += 1) {
    const { tokenMs, byteMs } = await measureFirstByte(url, 'six');
    samples.byteRatios.push(byteMs / tokenMs);
    const [first, alone] = [await tilesMs('thirty', 1), await tilesMs('large', 1)];
    samples.firstRatios.push(first.tilesMs / alone.tilesMs);
    if (database === 'PGlite') continue;
    const width = WIDTHS[round % WIDTHS.length]!;
    const [next, five] = [await tilesMs('slow', 5, width), await tilesMs('five', 5, width)];
    samples.tileRatios.push(next.tilesMs / five.tilesMs);
    samples.shifts.push(next.shift);
  }
  return samples;
}

type RatioName = 'byteRatios' | 'tileRatios' | 'firstRatios';

function toGoals(all: readonly Samples[]): Goal[] {
  const shift = Math.max(0, ...all.flatMap(({ shifts }) => shifts));
  return [
    toGoal('five tiles next to one of 5 s, compared with a page of the five', all, 'tileRatios'),
    toGoal('the first byte of a page of six tiles, compared with GetToken', all, 'byteRatios'),
    toGoal('the first of thirty large tiles, compared with a page of one', all, 'firstRatios'),
    {
      name: 'largest layout shift while tiles come',
      goal: '0',
      measured: shift.toFixed(4),
      isMet: shift === 0,
    },
  ];
}

function toGoal(name: string, all: readonly Samples[], key: RatioName): Goal {
  const limit = key === 'byteRatios' ? BYTE_RATIO : TILES_RATIO;
  const measured = all.filter((samples) => samples[key].length > 0);
  const texts = measured.map(
    (samples) => `${samples.database}: ${toMedianWithInterval(samples[key], 2)}`,
  );
  const samples = measured.map((each) => each[key]);
  return {
    name,
    goal: `≤ ${limit}`,
    measured: texts.join(', '),
    isMet: areMediansAtMost(limit, samples),
  };
}

function toTable(all: readonly Samples[]): Table {
  return {
    columns: ['ratio: median', 'first byte', 'five tiles next to a slow one', 'first of thirty'],
    rows: all.map(({ database, byteRatios, tileRatios, firstRatios }) => [
      database,
      ...[byteRatios, tileRatios, firstRatios].map((ratios) =>
        ratios.length > 0 ? median(ratios).toFixed(2) : '–',
      ),
    ]),
  };
}
