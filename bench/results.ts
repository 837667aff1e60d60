import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { BENCHES } from './benches.ts';

/** Runs one bench and logs its progress. With `isQuick`, it only shows that the bench works. */
export type Bench = (options: { isQuick: boolean }) => Promise<BenchResult & Samples>;

/** The result of a bench. */
export interface BenchResult {
  title: string;
  /** Describes the method, and the alternatives of the comparison. */
  about: string;
  goals: Goal[];
  tables: Table[];
}

/** The measurements behind the tables of a result. */
export interface Samples {
  raw: unknown;
}

/** The result of one part of a bench. */
export interface Measurement extends Samples {
  goals: Goal[];
  table: Table;
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
  /** The measured files and folders with their hashes. */
  files: Record<string, string>;
}

/** Returns the saved results in the order of the report, without the benches that never ran. */
export function readResults(): [name: string, result: SavedResult][] {
  return Object.keys(BENCHES)
    .filter((name) => existsSync(resultFile(name)))
    .map((name) => [name, JSON.parse(readFileSync(resultFile(name), 'utf8')) as SavedResult]);
}

function resultFile(name: string): URL {
  return new URL(`../generated/benches/${name}.json`, import.meta.url);
}

/** Writes goals and tables to `generated/benches/{name}.json`, and the samples to `bench/samples/{name}.json`. */
export function saveResult(name: string, { raw, ...result }: SavedResult & Samples): void {
  writeFileSync(resultFile(name), toJson(result));
  const samples = new URL(`samples/${name}.json`, import.meta.url);
  mkdirSync(new URL('.', samples), { recursive: true });
  writeFileSync(samples, JSON.stringify(raw));
}

/** Returns JSON with each row of a table, and each goal, on one line. */
function toJson(result: SavedResult): string {
  const lines = JSON.stringify(result, null, 1);
  return `${lines.replaceAll(/[[{]\n\s+(?:[^[\]{}"]|"(?:[^"\\]|\\.)*")*\n\s*[\]}]/g, toLine)}\n`;
}

function toLine(part: string): string {
  return part
    .replaceAll(/\n\s+/g, ' ')
    .replace(/^([[{]) /, '$1')
    .replace(/\s([\]}])$/, '$1');
}

/** Returns a result with the current date and this machine. */
export function toSavedResult<Result extends BenchResult>(
  name: string,
  result: Result,
): SavedResult & Result {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    files: hashFiles(name),
    ...result,
  };
}

/** Whether a result is of the code that is there now. */
export function isCurrent(name: string, { files }: SavedResult): boolean {
  return Object.entries(hashFiles(name)).every(([path, hash]) => files[path] === hash);
}

/** Returns the files and folders that a bench measures, with their current hashes. */
function hashFiles(name: string): SavedResult['files'] {
  const entries = BENCHES[name]!.map((path) => {
    const hash = createHash('sha384');
    if (statSync(toUrl(path)).isFile()) hash.update(readFileSync(toUrl(path)));
    else for (const file of sourcesIn(path)) hash.update(file).update(readFileSync(toUrl(file)));
    return [path, `sha384-${hash.digest('base64')}`] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the sources in a folder, in an order that does not depend on the file system. */
function sourcesIn(folder: string): string[] {
  return readdirSync(toUrl(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:css|ts)$/.test(name))
    .toSorted()
    .map((name) => `${folder}/${name}`);
}

function toUrl(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

function describeMachine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${model.trim()}, ${memory} GiB, Node ${process.versions.node}`;
}
