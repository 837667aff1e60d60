import type { Bench, Goal, Table } from '../results.ts';
import { areMediansAtMost, toMedianWithInterval } from '../statistics.ts';
import {
  CONNECTIONS_EACH,
  measureProcesses,
  PROCESSES,
  type ProcessTurns,
  STEADY_PER_SECOND,
} from './processes.ts';

const MOST = 1.1;

/** Measures GetToken of several processes. They, PostgreSQL, nginx and the load share this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const [turns, seconds] = isQuick ? [3, 1] : [9, 4];
  const measured = await measureProcesses(turns, seconds);
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
  `In each turn, both get ${STEADY_PER_SECOND} calls per second, and then calls at full speed, with ${CONNECTIONS_EACH} connections for each process. At full speed, four processes have to share two processors with the database and the load, so the goal is about the steady calls. The ratio is the median of the pairs of the same turn. The brackets hold the interval of the sign test: the true median is in it in 19 of 20 cases.`,
].join(' ');

function toGoal({ one, several }: ProcessTurns): Goal {
  const ratios = several.map(({ steadyMs }, turn) => steadyMs / one[turn]!.steadyMs);
  return {
    name: `processor time of a steady call with ${PROCESSES} processes, compared with one`,
    goal: `≤ ${MOST}`,
    measured: toMedianWithInterval(ratios, 2),
    isMet: areMediansAtMost(MOST, [ratios]),
  };
}

function toTable({ one, several }: ProcessTurns): Table {
  const toRow = (name: string, turns: ProcessTurns['one']): string[] => [
    name,
    toMedianWithInterval(
      turns.map(({ steadyMs }) => steadyMs),
      2,
    ),
    toMedianWithInterval(
      turns.map(({ perSecond }) => perSecond),
      0,
    ),
    toMedianWithInterval(
      turns.map(({ fullMs }) => fullMs),
      2,
    ),
  ];
  return {
    columns: [
      'GetToken: median (interval)',
      'steady: processor time, ms',
      'full speed: calls per second',
      'full speed: processor time, ms',
    ],
    rows: [toRow('one process', one), toRow(`${PROCESSES} processes`, several)],
  };
}
