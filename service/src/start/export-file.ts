import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsedFolderError } from '../process/data-folder.ts';
import { SettingError } from '../process/setting-error.ts';
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
 * Returns the line that says what it has.
 * @throws {SettingError} for a file that exists or cannot be written, and for a folder whose service runs.
 */
export async function exportFile(
  settings: ParsedSettings,
  file: string,
  terminal: Terminal,
): Promise<string> {
  await assertNew(file);
  const passphrase = await findPassphrase(QUESTIONS, process.env, terminal);
  try {
    return await withSecrets(settings, async (state, secrets, { onSnapshot }) => {
      await assertSecret(state, secrets);
      return onSnapshot(async (snapshot) => {
        const text = await ExportText.create(snapshot, secrets.box, passphrase);
        await writeFile(file, text);
        return `Exported to ${file}: ${describeCounts(text.counts)}.${tellOmitted(text.omitted, passphrase !== null)}`;
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
  const { apiKeys, connectionStrings, previousKeys } = omitted;
  const parts = [
    [apiKeys, 'API keys'],
    [connectionStrings, 'connection strings'],
    [previousKeys, 'previous API keys'],
  ] as const;
  const found = parts.flatMap(([count, name]) => (count > 0 ? `${count} ${name}` : []));
  if (found.length === 0) return '';
  const reason = hasPassphrase ? 'which cannot be decrypted' : 'because there is no passphrase';
  return ` Left out, ${reason}: ${found.join(', ')}.`;
}
