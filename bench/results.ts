import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { BENCHES } from './benches.ts';
import { quantile } from './statistics.ts';

/** One measurement run: shows its progress on the console. `isQuick` tries it out, and proves nothing. */
export type Bench = (options: { isQuick: boolean }) => Promise<BenchResult>;

/** What a bench found. */
export interface BenchResult {
  title: string;
  /** What was measured against what, in one or two sentences. */
  about: string;
  goals: Goal[];
  tables: Table[];
  /** The measurements. Many numbers of one kind are saved as a summary. */
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
  /** `null` where the measurements leave it open. */
  isMet: boolean | null;
}

/** Figures side by side. */
export interface Table {
  columns: string[];
  rows: (string | number)[][];
}

/** A result with what was measured, when and where. */
export interface SavedResult extends BenchResult {
  date: string;
  machine: string;
  /** The measured files with their hashes. */
  files: Record<string, string>;
}

/** The saved results by name, in the order of the report; a bench that never ran is left out. */
export function readResults(): [name: string, result: SavedResult][] {
  return Object.keys(BENCHES)
    .filter((name) => existsSync(resultFile(name)))
    .map((name) => [name, JSON.parse(readFileSync(resultFile(name), 'utf8')) as SavedResult]);
}

function resultFile(name: string): URL {
  return new URL(`results/${name}.json`, import.meta.url);
}

/** Writes a bench's result to `results/{name}.json`. */
export function saveResult(name: string, result: SavedResult): void {
  mkdirSync(new URL('.', resultFile(name)), { recursive: true });
  writeFileSync(resultFile(name), `${JSON.stringify(result, summarize, 1)}\n`);
}

/** Lists of numbers that are longer than this are summed up. */
const LONGEST_LIST = 8;

/** Rounds to a thousandth, of a millisecond in most cases. */
function summarize(_: string, value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(3));
  if (!Array.isArray(value) || value.length <= LONGEST_LIST) return value;
  if (!value.every((entry) => typeof entry === 'number')) return value;
  const quantiles = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(value, share));
  return { count: value.length, 'least, quartiles, greatest': quantiles };
}

/** A result of now, on this machine. */
export function toSavedResult(name: string, result: BenchResult): SavedResult {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    files: hashFiles(name),
    ...result,
  };
}

/** The built files that a bench measures, with their hashes as they are now. */
export function hashFiles(name: string): SavedResult['files'] {
  const entries = BENCHES[name]!.map((path) => {
    const content = readFileSync(new URL(`../${path}`, import.meta.url));
    return [path, `sha384-${createHash('sha384').update(content).digest('base64')}`] as const;
  });
  return Object.fromEntries(entries);
}

function describeMachine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${model.trim()}, ${memory} GiB, Node ${process.versions.node}`;
}
