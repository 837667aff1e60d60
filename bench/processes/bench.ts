import type { Bench, Goal, Table } from '../results.ts';
import { medianInterval, toMedianWithInterval } from '../statistics.ts';
import { CONNECTIONS_EACH, measureProcesses, PROCESSES, type ProcessTurns } from './processes.ts';

const MOST = 1.1;

/** Measures GetToken of several processes. They, PostgreSQL, nginx and the load share this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const [turns, calls] = isQuick ? [3, 200] : [9, 500];
  const measured = await measureProcesses(turns, calls);
  return {
    title: 'Several processes',
    about: ABOUT,
    goals: [toGoal(measured)],
    tables: [toTable(measured)],
    raw: measured,
  };
};

const ABOUT = [
  `GetToken of one process of the service, and of ${PROCESSES} processes, each time behind nginx and on the same PostgreSQL database. The processor time is that of all processes of the service together, without nginx and PostgreSQL.`,
  `In each turn, each process gets the same number of calls at full speed, with ${CONNECTIONS_EACH} connections for each process. The ratio is the median of the pairs of the same turn. The brackets hold the interval of the sign test: the true median is in it in 19 of 20 cases.`,
].join(' ');

function toGoal({ one, several }: ProcessTurns): Goal {
  const ratios = several.map(({ processorMs }, turn) => processorMs / one[turn]!.processorMs);
  const [least, most] = medianInterval(ratios);
  return {
    name: `processor time of a call with ${PROCESSES} processes, compared with one`,
    goal: `≤ ${MOST}`,
    measured: toMedianWithInterval(ratios, 2),
    isMet: most <= MOST || (least > MOST ? false : null),
  };
}

function toTable({ one, several }: ProcessTurns): Table {
  return {
    columns: ['GetToken', 'per second: median (interval)', 'processor time, ms: median (interval)'],
    rows: [
      { name: 'one process', turns: one },
      { name: `${PROCESSES} processes`, turns: several },
    ].map(({ name, turns }) => [
      name,
      toMedianWithInterval(
        turns.map(({ perSecond }) => perSecond),
        0,
      ),
      toMedianWithInterval(
        turns.map(({ processorMs }) => processorMs),
        2,
      ),
    ]),
  };
}
