import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { BENCHES } from './benches.ts';
import { quantile } from './statistics.ts';

/** Runs one bench and logs its progress. With `isQuick`, it only shows that the bench works. */
export type Bench = (options: { isQuick: boolean }) => Promise<BenchResult>;

/** The result of a bench. */
export interface BenchResult {
  title: string;
  /** Describes the method, and the alternatives of the comparison. */
  about: string;
  goals: Goal[];
  tables: Table[];
  /** The measurements. Long lists of numbers, or of records of numbers, are saved as a summary. */
  raw: unknown;
}

/** The result of one part of a bench. */
export interface Measurement {
  goals: Goal[];
  table: Table;
  raw: unknown;
}

/** A goal of a bench, with the measured value. */
export interface Goal {
  name: string;
  goal: string;
  measured: string;
  /** `null` if the measurements do not decide it. */
  isMet: boolean | null;
}

/** A table of the report. */
export interface Table {
  columns: string[];
  rows: (string | number)[][];
}

/** A result with its date, machine and measured files. */
export interface SavedResult extends BenchResult {
  date: string;
  machine: string;
  /** The measured files with their hashes. */
  files: Record<string, string>;
}

/** Returns the saved results in the order of the report, without the benches that never ran. */
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

/** Longer lists of measurements are saved as a summary. */
const LONGEST_LIST = 8;

/** Rounds numbers to three digits: most are milliseconds. */
function summarize(_: string, value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(3));
  if (!Array.isArray(value) || value.length <= LONGEST_LIST) return value;
  if (value.every(isRecordOfNumbers)) return toLists(value);
  if (!value.every((entry) => typeof entry === 'number')) return value;
  const quantiles = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(value, share));
  return { count: value.length, 'least, quartiles, greatest': quantiles };
}

type NumberRecord = { [key: string]: number | NumberRecord };

function isRecordOfNumbers(value: unknown): value is NumberRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((part) => typeof part === 'number' || isRecordOfNumbers(part));
}

/** Turns a list of records into a record of lists, which are then summarized. */
function toLists(records: readonly NumberRecord[]): Record<string, unknown[]> {
  const keys = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries(
    Array.from(keys, (key) => [key, records.flatMap((record) => record[key] ?? [])]),
  );
}

/** Returns a result with the current date and this machine. */
export function toSavedResult(name: string, result: BenchResult): SavedResult {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    files: hashFiles(name),
    ...result,
  };
}

/** Returns the built files that a bench measures, with their current hashes. */
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
