import { availableParallelism } from 'node:os';
import type { Bench, Goal, Table } from '../results.ts';
import { median, toMedianWithInterval } from '../statistics.ts';
import { type Choice, type Choices, measureChoices } from './choices.ts';

const DIMMED_MS = 100;
const DONE_MS = 50;

/** Measures how soon a dashboard shows the choice of a reader. The service and the browser share this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const choices = await measureChoices(isQuick ? 2 : 10);
  const { load } = choices;
  const all = [...choices.form, ...choices.mark];
  const toGoal = createToGoal(load <= availableParallelism());
  return {
    title: 'Filters in the dashboard',
    about: toAbout(choices),
    goals: [
      toGoal(
        'from an input to dimmed tiles',
        DIMMED_MS,
        all.map(({ dimmedMs }) => dimmedMs),
      ),
      toGoal('from an input to new tiles, without the queries', DONE_MS, all.map(toOwnMs)),
    ],
    tables: [toTable(choices)],
    raw: choices,
  };
};

function toAbout({ engine, load }: Choices): string {
  return [
    `A reader of the demo’s deliveries chooses a region by keyboard, then clicks the bar of a country, in ${engine}.`,
    'A choice of the region loads all four datasets again, and a click on the bar loads three of them.',
    'Times count from the input to the end of the task after the animation frame that paints.',
    'The time of the queries is the time in which PGlite had at least one query of the choice.',
    `The load of the machine was ${load.toFixed(1)} processes on ${availableParallelism()} processors.`,
  ].join(' ');
}

const toOwnMs = ({ doneMs, queryMs }: Choice): number => doneMs - queryMs;

/** On a machine with more work than processors, only a met goal is sure. */
function createToGoal(isIdle: boolean) {
  return (name: string, most: number, values: readonly number[]): Goal => {
    const measured = median(values);
    return {
      name: `${name}, median`,
      goal: `≤ ${most} ms`,
      measured: `${measured.toFixed(0)} ms`,
      isMet: measured <= most || (isIdle ? false : null),
    };
  };
}

function toTable({ form, mark }: Choices): Table {
  const toRow = (way: string, choices: readonly Choice[]): string[] => [
    way,
    ...[
      choices.map(({ dimmedMs }) => dimmedMs),
      choices.map(({ doneMs }) => doneMs),
      choices.map(({ queryMs }) => queryMs),
      choices.map(toOwnMs),
    ].map((values) => toMedianWithInterval(values, 0)),
  ];
  return {
    columns: [
      'ms: median (interval)',
      'dimmed',
      'new tiles',
      'queries',
      'new tiles without queries',
    ],
    rows: [toRow('the form', form), toRow('a mark', mark)],
  };
}
