import { findPostgres, startPostgres } from '../../test/support/postgres-server.ts';
import type { Bench, Goal, Table } from '../results.ts';
import { median, quantile } from '../statistics.ts';
import { measureNeighbors, type Neighbors } from './neighbors.ts';

/** Measures the dashboard service next to a slow company and a slow user. Service and load share this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const seconds = isQuick ? 3 : 30;
  const measured = [await measureNeighbors('PGlite', 'memory:', seconds)];
  if (findPostgres()) {
    const server = await startPostgres('on');
    try {
      measured.push(await measureNeighbors('PostgreSQL', server.createDatabase(), seconds));
    } finally {
      await server.stop();
    }
  }
  return {
    title: 'Slow neighbors',
    about: ABOUT,
    goals: [
      toPageGoal('slowest page while another company runs slow dashboards', measured, (each) =>
        Math.max(...each.besideCompany.pageMs),
      ),
      toTokenGoal(measured),
      toPageGoal(
        'slowest page while another user of the company has 12 slow pages',
        measured,
        (each) => Math.max(...each.besideUserMs),
      ),
    ],
    tables: [toPageTable(measured), toTokenTable(measured), toMemoryTable(measured)],
    raw: measured,
  };
};

const ABOUT = [
  'The demo’s first dashboard, with its five datasets, is opened at most ten times per second. GetToken is called 50 times per second. Meanwhile another company has twelve slow pages of six sessions open. Their query counts until the service ends it after ten seconds. Each slow page is opened again as soon as it is answered.',
  'Then one session has twelve such pages open, and another user of the same company opens the dashboard. Idle is without slow pages: the median of the pages, and the p99 of GetToken.',
  'PGlite has one thread for data until a second session reads at the same time, and at most three. Memory is that of the service’s process, before and after the slow pages.',
].join(' ');

function toPageGoal(name: string, measured: Neighbors[], toMs: (each: Neighbors) => number): Goal {
  const found = measured.map((each) => ({
    name: each.name,
    slowest: toMs(each),
    limit: 2 * median(each.idle.pageMs) + 1000,
  }));
  return {
    name,
    goal: '≤ 2 × idle + 1 s',
    measured: found
      .map((each) => `${each.name}: ${each.slowest.toFixed(0)} of ${each.limit.toFixed(0)} ms`)
      .join(', '),
    isMet: found.every(({ slowest, limit }) => slowest <= limit),
  };
}

function toTokenGoal(measured: Neighbors[]): Goal {
  const found = measured.map(({ name, idle, besideCompany }) => ({
    name,
    p99: quantile(besideCompany.tokenMs, 0.99),
    limit: 5 * quantile(idle.tokenMs, 0.99) + 50,
  }));
  return {
    name: 'p99 of GetToken at the same time',
    goal: '≤ 5 × idle + 50 ms',
    measured: found
      .map(({ name, p99, limit }) => `${name}: ${p99.toFixed(0)} of ${limit.toFixed(0)} ms`)
      .join(', '),
    isMet: found.every(({ p99, limit }) => p99 <= limit),
  };
}

function toPageTable(measured: Neighbors[]): Table {
  return toTable('Tdb', measured, ({ idle, besideCompany, besideUserMs }) => [
    ['idle', idle.pageMs],
    ['next to a slow company', besideCompany.pageMs],
    ['next to a slow user', besideUserMs],
  ]);
}

function toTokenTable(measured: Neighbors[]): Table {
  return toTable('GetToken', measured, ({ idle, besideCompany }) => [
    ['idle', idle.tokenMs],
    ['next to a slow company', besideCompany.tokenMs],
  ]);
}

function toTable(
  call: string,
  measured: Neighbors[],
  toRows: (each: Neighbors) => [string, number[]][],
): Table {
  return {
    columns: [call, 'calls', 'p50, ms', 'p99, ms', 'slowest, ms'],
    rows: measured.flatMap((each) =>
      toRows(each).map(([when, latencies]) => [
        `${each.name}, ${when}`,
        latencies.length,
        quantile(latencies, 0.5).toFixed(1),
        quantile(latencies, 0.99).toFixed(1),
        Math.max(...latencies).toFixed(1),
      ]),
    ),
  };
}

function toMemoryTable(measured: Neighbors[]): Table {
  const toMiB = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  return {
    columns: ['memory, MiB', 'idle', 'after slow pages'],
    rows: measured.map(({ name, rssBytes: { before, after } }) => [
      name,
      toMiB(before),
      toMiB(after),
    ]),
  };
}
