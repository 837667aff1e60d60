import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** One measurement run: shows its progress on the console. `isQuick` tries it out, and proves nothing. */
export type Bench = (options: { isQuick: boolean }) => Promise<BenchResult>;

/** What a bench found. */
export interface BenchResult {
  title: string;
  /** What was measured against what, in one or two sentences. */
  about: string;
  goals: Goal[];
  tables: Table[];
  /** Every single measurement, for whoever wants to reckon anew. */
  raw: unknown;
}

/** What one part of a bench found. */
export interface Measurement {
  goals: Goal[];
  table: Table;
  raw: unknown;
}

/** One line of a bench's goals, as it was reached or missed. */
export interface Goal {
  name: string;
  goal: string;
  measured: string;
  isMet: boolean;
}

/** Figures side by side. */
export interface Table {
  columns: string[];
  rows: (string | number)[][];
}

/** A result with where and when it was measured. */
interface SavedResult extends BenchResult {
  date: string;
  machine: string;
}

const RESULTS = new URL('results/', import.meta.url);
const REPORT = new URL('RESULTS.md', import.meta.url);

/** Writes a bench's result, raw figures included, to `results/{name}.json`. */
export function saveResult(name: string, result: BenchResult): void {
  const saved: SavedResult = {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    ...result,
  };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(saved, null, 2)}\n`);
}

/** Rewrites RESULTS.md from the saved results of these benches; one that never ran is left out. */
export function writeReport(names: string[]): void {
  const sections = names
    .filter((name) => existsSync(fileOf(name)))
    .map((name) => toSection(name, JSON.parse(readFileSync(fileOf(name), 'utf8')) as SavedResult));
  const head = [
    '# Results',
    'Written by `npm run bench`, which runs all, or `npm run bench -- NAME`, which runs one. Ratios are',
    'of one run, in turns, so that a busy machine slows both sides. Raw figures: `results/*.json`.',
  ].join('\n');
  writeFileSync(REPORT, `${[head.replace('\n', '\n\n'), ...sections].join('\n\n')}\n`);
  console.log(`\nWritten to ${fileURLToPath(REPORT)}`);
}

function toSection(
  name: string,
  { title, about, date, machine, goals, tables }: SavedResult,
): string {
  const marks = goals.map(({ isMet, ...texts }) => [
    texts.name,
    texts.goal,
    texts.measured,
    isMet ? 'yes' : '**no**',
  ]);
  return [
    `## ${title}`,
    about,
    `\`npm run bench -- ${name}\`, ${date}: ${machine}.`,
    toMarkdown({ columns: ['', 'goal', 'measured', 'met'], rows: marks }),
    ...tables.map(toMarkdown),
  ].join('\n\n');
}

function toMarkdown({ columns, rows }: Table): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function describeMachine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${model.trim()}, ${memory} GiB, Node ${process.versions.node}`;
}

function fileOf(name: string): URL {
  return new URL(`${name}.json`, RESULTS);
}
