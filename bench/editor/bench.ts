import { availableParallelism } from 'node:os';
import type { Bench, Goal } from '../results.ts';
import { quantile, toMedianWithInterval } from '../statistics.ts';
import { type Keys, LINES, measureKeys } from './keys.ts';

/** In milliseconds of processor time. */
const PAINTED_MS = 50;
const MOST = 0.95;

/** Measures how much work the editor does between a key press in the SQL and its paint. */
export const bench: Bench = async ({ isQuick }) => {
  const keys = await measureKeys(isQuick ? 1 : 12);
  const places = Object.entries(keys.places);
  return {
    title: 'The SQL field of the editor',
    about: toAbout(keys),
    goals: places.map(([place, values]) => toGoal(place, values)),
    tables: [
      {
        columns: ['processor time, ms: median (interval)', 'key to paint', 'slowest key'],
        rows: places.map(([place, values]) => [
          place,
          toMedianWithInterval(values, 1),
          Math.max(...values).toFixed(1),
        ]),
      },
    ],
    raw: keys,
  };
};

function toAbout({ engine, load }: Keys): string {
  return [
    `An author types into an SQL text of ${LINES} lines, in the first dataset of the demo’s sales dashboard, in ${engine}.`,
    'The time is the processor time of the page’s main thread, from the key press to the end of the task after the animation frame that paints.',
    'Each key changes the draft, the form and the suggested names.',
    'Previews and saves that end in this time count too.',
    `The load of the machine was ${load.toFixed(1)} processes on ${availableParallelism()} processors.`,
  ].join(' ');
}

function toGoal(place: string, values: readonly number[]): Goal {
  const measured = quantile(values, MOST);
  return {
    name: `processor time of a key in the SQL field, ${place}, 19 of 20`,
    goal: `≤ ${PAINTED_MS} ms`,
    measured: `${measured.toFixed(0)} ms`,
    isMet: measured <= PAINTED_MS,
  };
}
