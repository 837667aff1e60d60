import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsedFolderError } from '../process/data-folder.ts';
import { SettingError } from '../process/setting-error.ts';
import { toTerminalLine } from '../process/terminal-line.ts';
import { describeCounts } from '../transfer/records.ts';
import { ExportText, type OmittedSecrets } from '../transfer/write-export.ts';
import { findPassphrase, type Terminal } from './passphrase.ts';
import type { ParsedSettings } from './read-settings.ts';
import { assertSecret } from './secret-check.ts';
import { withSecrets } from './with-secrets.ts';

const QUESTIONS = [
  'Passphrase for API keys and connection strings (empty: without them): ',
  'Passphrase again: ',
] as const;

/**
 * Exports everything but statistics to a new file, readable only for its owner. The file appears when it is complete.
 * Returns the lines that say what it has, and what an import will refuse.
 * @throws {SettingError} for a file that exists or cannot be written, and for a folder whose service runs.
 */
export async function exportFile(
  settings: ParsedSettings,
  file: string,
  terminal: Terminal,
): Promise<string[]> {
  await assertNew(file);
  const passphrase = await findPassphrase(QUESTIONS, process.env, terminal);
  try {
    return await withSecrets(settings, async (state, secrets, { onSnapshot }) => {
      await assertSecret(state, secrets);
      return onSnapshot(async (snapshot) => {
        const text = await ExportText.create(snapshot, secrets.box, passphrase);
        await writeFile(file, text);
        const omitted = tellOmitted(text.omitted, passphrase !== null);
        const first = `Exported to ${file}: ${describeCounts(text.counts)}.${omitted}`;
        return [first, ...tellRefusals(text.refusals)].map(toTerminalLine);
      });
    });
  } catch (error) {
    if (!(error instanceof UsedFolderError)) throw error;
    throw new SettingError(
      `${error.message} Or download the export in the back office, under “Companies”.`,
    );
  }
}

/** Another file, also a link that leads nowhere, is not replaced. */
async function assertNew(file: string): Promise<void> {
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new SettingError(`${file} exists already.`);
  if (!existsSync(dirname(file))) throw new SettingError(`${dirname(file)} does not exist.`);
}

async function writeFile(file: string, text: ExportText): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await pipeline(
      Readable.from(text.lines(new Date())),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await assertNew(file);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw toFileError(file, error);
  }
}

/** Returns an error of the file system as one line. */
export function toFileError(file: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new SettingError(`${file}: the disk is full.`);
  return syscall === undefined ? error : new SettingError(`${file} cannot be used (${code}).`);
}

function tellOmitted(omitted: OmittedSecrets, hasPassphrase: boolean): string {
  const { apiKeys, connectionStrings, passwords, previousKeys } = omitted;
  const reason = hasPassphrase ? 'which cannot be decrypted' : 'because there is no passphrase';
  const list = (
    parts: readonly (readonly [count: number, name: string])[],
    why: string,
  ): string => {
    const found = parts.flatMap(([count, name]) =>
      count > 0 ? `${count} ${name}${count === 1 ? '' : 's'}` : [],
    );
    return found.length > 0 ? ` Left out, ${why}: ${found.join(', ')}.` : '';
  };
  const current = [
    [apiKeys, 'API key'],
    [connectionStrings, 'connection string'],
    [passwords, 'password'],
  ] as const;
  const previous = [[previousKeys, 'previous API key']] as const;
  return `${list(current, reason)}${list(previous, 'because only their hashes are stored')}`;
}

/** The largest number of refusals in the output. */
const MAX_REFUSALS = 20;

function tellRefusals(refusals: readonly string[]): string[] {
  const shown = refusals
    .slice(0, MAX_REFUSALS)
    .map((text) => `An import refuses this file: ${text}`);
  const others = refusals.length - shown.length;
  return others > 0 ? [...shown, `There are ${others} more such reasons.`] : shown;
}
