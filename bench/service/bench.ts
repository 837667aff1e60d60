import { findPostgres, startPostgres } from '../../test/support/postgres-server.ts';
import type { Bench, Goal } from '../results.ts';
import { median, medianInterval, quantile, toMedianWithInterval } from '../statistics.ts';
import { type DatabaseTurns, measureDatabase } from './turns.ts';

/** Measures the dashboard service on each of its databases. Services and load are processes of this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const [turns, seconds] = isQuick ? [2, 1] : [9, 4];
  const measured = [await measureDatabase('PGlite', 'memory:', turns, seconds)];
  if (findPostgres()) {
    const server = await startPostgres('on');
    try {
      const address = server.createDatabase();
      measured.push(await measureDatabase('PostgreSQL', address, turns, seconds));
    } finally {
      await server.stop();
    }
  }
  return {
    title: 'The dashboard service',
    about: ABOUT,
    goals: [toSpeedGoal(measured), toPageGoal(measured), toHeavyGoal(measured)],
    tables: [toCallTable(measured), toPageTable(measured)],
    raw: measured,
  };
};

const ABOUT = [
  'GetToken and Tdb of `service`, compared with bare Hono routes that run the same SQL in the same way. For GetToken that is the one statement that checks key and dashboard and stores the token. For Tdb it is the five datasets of the demo’s first dashboard. In addition, the service has its own routes, reads and checks all fields, runs the token’s own statements for Tdb, and draws the page. PGlite serves one process, so the service and the bare routes have a database each. On PostgreSQL they share one.',
  'Calls per second are measured with 16 connections for GetToken and with 4 for Tdb. Times are measured at 100 GetToken calls per second, and with one Tdb call after the other.',
  'The ratio is the median of the pairs of the same turn. The brackets hold the interval of the sign test: the true median is in it in 19 of 20 cases. The heavy query counts until the service ends it after ten seconds, and keeps one of the machine’s processors busy. Meanwhile GetToken is called 50 times per second.',
].join(' ');

function toSpeedGoal(measured: DatabaseTurns[]): Goal {
  const found = measured.map(({ name, service, bare }) => ({
    name,
    ratios: service.tokensPerSecond.map((speed, turn) => speed / bare.tokensPerSecond[turn]!),
  }));
  const intervals = found.map(({ ratios }) => medianInterval(ratios));
  const isMissed = intervals.some(([, most]) => most < 0.7);
  return {
    name: 'GetToken calls per second, compared with a bare route',
    goal: '≥ 0.7',
    measured: found
      .map(({ name, ratios }) => `${name}: ${toMedianWithInterval(ratios, 2)}`)
      .join(', '),
    isMet: intervals.every(([least]) => least >= 0.7) || (isMissed ? false : null),
  };
}

function toPageGoal(measured: DatabaseTurns[]): Goal {
  const found = measured.map(({ name, service, sqlMs }) => ({
    name,
    page: quantile(service.pageMs, 0.5),
    most: 3 * median(sqlMs) + 10,
  }));
  return {
    name: 'p50 of Tdb',
    goal: '≤ 3 × its SQL + 10 ms',
    measured: found
      .map(({ name, page, most }) => `${name}: ${page.toFixed(0)} of ${most.toFixed(0)} ms`)
      .join(', '),
    isMet: found.every(({ page, most }) => page <= most),
  };
}

function toHeavyGoal(measured: DatabaseTurns[]): Goal {
  const found = measured.map(({ name, besideHeavyMs }) => ({
    name,
    p99: quantile(besideHeavyMs, 0.99),
  }));
  return {
    name: 'p99 of GetToken while a dashboard’s query runs for 10 s',
    goal: '< 100 ms',
    measured: found.map(({ name, p99 }) => `${name}: ${p99.toFixed(0)} ms`).join(', '),
    isMet: found.every(({ p99 }) => p99 < 100),
  };
}

function toCallTable(measured: DatabaseTurns[]) {
  return {
    columns: ['GetToken', 'per second: median (interval)', 'p50, ms', 'p99, ms'],
    rows: measured.flatMap(({ name, service, bare }) =>
      [
        { who: 'the service', of: service },
        { who: 'bare', of: bare },
      ].map(({ who, of }) => [
        `${name}, ${who}`,
        toMedianWithInterval(of.tokensPerSecond, 0),
        quantile(of.tokenMs, 0.5).toFixed(1),
        quantile(of.tokenMs, 0.99).toFixed(1),
      ]),
    ),
  };
}

function toPageTable(measured: DatabaseTurns[]) {
  return {
    columns: ['Tdb', 'per second: median (interval)', 'p50, ms', 'p99, ms', 'its SQL, p50, ms'],
    rows: measured.flatMap(({ name, service, bare, sqlMs }) =>
      [
        { who: 'the service', of: service },
        { who: 'bare', of: bare },
      ].map(({ who, of }) => [
        `${name}, ${who}`,
        toMedianWithInterval(of.pagesPerSecond, 1),
        quantile(of.pageMs, 0.5).toFixed(1),
        quantile(of.pageMs, 0.99).toFixed(1),
        median(sqlMs).toFixed(1),
      ]),
    ),
  };
}
