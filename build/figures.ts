import { readFileSync } from 'node:fs';
import { readResults, type SavedResult } from '../bench/results.ts';
import type { Summary } from '../test/simulation/report.ts';
import { table } from './markdown-table.ts';

const SIMULATION = 'generated/simulation.json';
const HOURS_A_YEAR = 24 * 365;
/** The hours that a page of the wall is open. */
const WALL_HOURS = 24 * 30;

/** The kinds of simulated days in the docs, with their headings. */
const DAYS = { desktop: 'desktop', 'no sleep': 'without sleep', mobile: 'mobile' } as const;
const WALL = 'unattended wall';

/** The figures of README and docs, by the name of their section. All come from saved results. */
export const FIGURES: Record<string, () => string> = {
  'cdn-size': () => `${(toNumber(findResult('size').goals[0]!.measured) / 1000).toFixed(1)} kB`,
  'simulated-days': () => write(sumOf('pages')),
  'simulated-years': () =>
    write(Math.round((readFigure(WALL, 'pages') * WALL_HOURS) / HOURS_A_YEAR)),
  'expired-seconds': () => `${write(sumOf(EXPIRED))} seconds`,
  'simulated-figures': () =>
    table(
      ['measure', ...Object.values(DAYS)],
      [
        toRow('seconds of an expired dashboard on screen', EXPIRED, 0),
        toRow('days without a gap of 5 seconds', 'pages without a gap of 5 s, %', 2, ' %'),
        toRow('token requests per token', 'calls per token, without outages', 2),
        toRow(
          'token requests per hour, while the host fails',
          'calls an hour in outages, on average',
          0,
        ),
      ],
    ),
};

const EXPIRED = 'expired dashboards seen, seconds';

function toRow(label: string, title: string, digits: number, unit = ''): string[] {
  const cells = Object.keys(DAYS).map((day) => {
    const value = readSummary()[day]![title] ?? null;
    return value === null ? '–' : write(value, digits) + unit;
  });
  return [label, ...cells];
}

/** Returns the sum over the kinds of days, without the wall. */
function sumOf(title: string): number {
  return Object.keys(DAYS).reduce((sum, day) => sum + readFigure(day, title), 0);
}

function readFigure(day: string, title: string): number {
  const value = readSummary()[day]?.[title];
  if (typeof value !== 'number') throw new Error(`${SIMULATION} has no “${title}” of “${day}”.`);
  return value;
}

function readSummary(): Summary {
  return JSON.parse(readFileSync(SIMULATION, 'utf8')) as Summary;
}

function findResult(name: string): SavedResult {
  const found = readResults().find(([bench]) => bench === name);
  if (!found) throw new Error(`There is no result of “npm run bench -- ${name}”.`);
  return found[1];
}

/** Returns the first number of a text, such as 13620 of `13,620 B`. */
function toNumber(text: string): number {
  return Number.parseFloat(text.replaceAll(',', ''));
}

function write(value: number, digits = 0): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
