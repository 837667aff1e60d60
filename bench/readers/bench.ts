import type { Bench, Goal, Table } from '../results.ts';
import { quantile } from '../statistics.ts';
import { measureReaders, type Pages, type Readers } from './readers.ts';

const QUERIES = 6;
const PROCESSOR_MS = 5;

/** Measures many readers of one dashboard. The service, PostgreSQL and the load share this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const [readers, seconds] = isQuick ? [50, 2] : [1000, 10];
  const measured = await measureReaders(readers, seconds);
  return {
    title: 'A thousand readers',
    about: ABOUT,
    goals: [
      toQueryGoal(measured),
      toAnswerGoal(measured),
      toWorkGoal(measured),
      toHalfGoal(measured),
    ],
    tables: [toTable(measured)],
    raw: measured,
  };
};

const ABOUT = [
  'A thousand readers open one dashboard within ten seconds, each with a token and a session of its own. The dashboard has six tiles, and each of its six queries reads a table of a million rows in PostgreSQL. The service is one process, and has shown the dashboard to nobody before.',
  'Then one token opens the page again and again: one page after the other, at full speed with 16 connections, and at half of that speed. Results and drawings are used again for 15 seconds, so each phase runs the queries once or twice.',
].join(' ');

function toQueryGoal({ crowd }: Readers): Goal {
  return {
    name: 'queries for all readers',
    goal: `≤ ${QUERIES}`,
    measured: `${crowd.queries} for ${crowd.statuses.length} readers`,
    isMet: crowd.queries <= QUERIES,
  };
}

function toAnswerGoal({ crowd }: Readers): Goal {
  const failed = crowd.statuses.filter((status) => status !== 200).length;
  return {
    name: 'answers other than 200',
    goal: '0',
    measured: `${failed}; the last page was complete after ${crowd.seconds.toFixed(1)} s`,
    isMet: failed === 0,
  };
}

function toWorkGoal({ idle }: Readers): Goal {
  return {
    name: 'processor time of the service for a page',
    goal: `≤ ${PROCESSOR_MS} ms`,
    measured: `${idle.processorMs.toFixed(1)} ms`,
    isMet: idle.processorMs <= PROCESSOR_MS,
  };
}

function toHalfGoal({ idle, half }: Readers): Goal {
  const [alone, beside] = [idle, half].map(({ latenciesMs }) => quantile(latenciesMs, 0.95));
  return {
    name: 'p95 of a page at half of the full speed',
    goal: '≤ 2 × idle',
    measured: `${beside!.toFixed(0)} of ${(2 * alone!).toFixed(0)} ms`,
    isMet: beside! <= 2 * alone!,
  };
}

function toTable({ crowd, idle, fullPerSecond, half }: Readers): Table {
  const toRow = (when: string, { perSecond, latenciesMs, processorMs }: Pages): string[] => {
    const times = [
      quantile(latenciesMs, 0.5),
      quantile(latenciesMs, 0.95),
      Math.max(...latenciesMs),
    ];
    return [
      when,
      perSecond.toFixed(0),
      ...times.map((ms) => ms.toFixed(0)),
      processorMs.toFixed(1),
    ];
  };
  return {
    columns: ['Tdb', 'pages per second', 'p50, ms', 'p95, ms', 'slowest, ms', 'processor time, ms'],
    rows: [
      toRow('a thousand readers, with GetToken', crowd),
      toRow('one page after the other', idle),
      ['full speed', fullPerSecond.toFixed(0), '', '', '', ''],
      toRow('half of it', half),
    ],
  };
}
