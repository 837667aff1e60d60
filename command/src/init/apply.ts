import {
  existsSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import type { Folder } from './folder.ts';
import { InitError, throwIfInterrupted } from './init-error.ts';
import type { Change } from './plan.ts';

/** The rights of a file that may hold a key, and of all others. */
const SECRET_MODE = 0o600;
const USUAL_MODE = 0o666;

/** The end of the changes. */
interface LastStep {
  lastStep: () => Promise<void>;
  /** The files that the last step writes. */
  touched: readonly string[];
  stop: AbortSignal;
}

/**
 * Writes the changes, then takes the last step. If anything fails, or after `stop`, all files are as before, those in
 * `touched` included.
 */
export async function apply(
  folder: Folder,
  changes: readonly Change[],
  { lastStep, touched, stop }: LastStep,
): Promise<void> {
  const undo: (() => void)[] = [];
  try {
    for (const path of touched) undo.push(remember(folder, path));
    for (const { path, before, after } of changes) {
      // The handlers of signals run between two files.
      await setImmediate();
      throwIfInterrupted(stop);
      if (folder.read(path) !== before) throw new InitError(`${path} has changed meanwhile.`);
      undo.push(remember(folder, path));
      write(folder, path, Buffer.from(after));
    }
    await lastStep();
  } catch (error) {
    const failed = undo.toReversed().filter((restore) => !succeeds(restore)).length;
    if (failed === 0) throw error;
    throw new InitError(`${(error as Error).message}\n${failed} files could not be restored.`, {
      cause: error,
    });
  }
}

/** Returns a function that restores the file. */
function remember(folder: Folder, path: string): () => void {
  const bytes = folder.readBytes(path);
  if (bytes) {
    return () => {
      if (!folder.readBytes(path)?.equals(bytes)) write(folder, path, bytes);
    };
  }
  const place = folder.place(path);
  const created: string[] = [];
  for (let above = dirname(place); !existsSync(above); above = dirname(above)) {
    created.push(above);
  }
  return () => {
    if (existsSync(place)) rmSync(place);
    for (const above of created) succeeds(() => rmdirSync(above));
  };
}

/** Writes a file so that it is never half written: under another name first. */
function write(folder: Folder, path: string, bytes: Buffer): void {
  const place = folder.place(path);
  const usual = path.startsWith('.env') ? SECRET_MODE : USUAL_MODE;
  const draft = `${place}.${process.pid}.draft`;
  try {
    mkdirSync(dirname(place), { recursive: true });
    const mode = statSync(place, { throwIfNoEntry: false })?.mode ?? usual;
    writeFileSync(draft, bytes, { flag: 'wx', mode });
    renameSync(draft, place);
  } catch (error) {
    succeeds(() => rmSync(draft, { force: true }));
    const { code } = error as NodeJS.ErrnoException;
    throw new InitError(`${path} cannot be written (${code}).`, { cause: error });
  }
}

function succeeds(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
