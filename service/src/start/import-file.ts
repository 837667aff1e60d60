import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Database } from '../database/database.ts';
import { changeSecret } from '../process/kept-secret.ts';
import { SettingError } from '../process/setting-error.ts';
import { toTerminalLine } from '../process/terminal-line.ts';
import { ExportKey } from '../transfer/export-key.ts';
import { type CompanyImportEnd, importCompany } from '../transfer/import-company.ts';
import { importDatabase, type ImportEnd } from '../transfer/import-database.ts';
import { ExportReader, MAX_BYTES, TOO_LARGE } from '../transfer/read-export.ts';
import { describeCounts } from '../transfer/records.ts';
import { RefusedFileError } from '../transfer/refused-file.ts';
import { toFileError } from './export-file.ts';
import type { Databases } from './open-databases.ts';
import { findPassphrase, PASSPHRASE_VARIABLE, type Terminal } from './passphrase.ts';
import type { ParsedSettings } from './read-settings.ts';
import { checkSecret } from './secret-check.ts';
import { API_KEY_FILE, findSecrets, type ServiceBox } from './service-secrets.ts';
import { openSources, withSecrets } from './with-secrets.ts';

const QUESTION = 'Passphrase of the file (empty: without API keys and connection strings): ';

const NO_PLACE = 'DATABASE_URL: nothing stays in memory. Give a folder or a server.';

/** The number of bytes that are read at once. */
const CHUNK = 256 * 1024;

/**
 * Imports an export file into an empty database; with `company`, only the dashboards of the company of this name, into
 * the one of the same name. It imports everything or nothing. Returns the line that says what was imported.
 * @throws {SettingError} for a file or a database that cannot be used.
 */
export async function importFile(
  settings: ParsedSettings,
  file: string,
  company: string | undefined,
  terminal: Terminal,
): Promise<string> {
  if (settings.database.kind === 'memory') throw new SettingError(NO_PLACE);
  const handle = await openFile(file);
  try {
    const reader = await ExportReader.open(
      handle.createReadStream({ highWaterMark: CHUNK, autoClose: false }),
    );
    const key = await findKey(reader, terminal);
    return company === undefined
      ? tellDatabase(await importAll(settings, reader, key))
      : tellCompany(await importOne(settings, reader, key, company), company);
  } catch (error) {
    throw toFileError(file, error);
  } finally {
    await handle.close();
  }
}

/** Opens a regular file. A pipe would wait, and a link may lead anywhere. */
async function openFile(file: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    // Windows has no such flags, which count as 0.
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw new SettingError(`${file} is a link. Give the file itself.`);
    if (code === 'ENOENT') throw new SettingError(`${file} does not exist.`);
    throw toFileError(file, error);
  }
  const found = await handle.stat();
  if (found.isFile() && found.size <= MAX_BYTES) return handle;
  await handle.close();
  if (found.isFile()) throw new RefusedFileError(null, TOO_LARGE);
  throw new SettingError(`${file} is not a file.`);
}

/** Returns the key of the file; `null` if it has no secrets, or nobody knows its passphrase. */
async function findKey({ header }: ExportReader, terminal: Terminal): Promise<ExportKey | null> {
  if (header.secrets === null) {
    if (!process.env[PASSPHRASE_VARIABLE]) return null;
    throw new RefusedFileError(null, NO_PASSPHRASE);
  }
  const passphrase = await findPassphrase([QUESTION], process.env, terminal);
  if (passphrase === null) return null;
  const key = await ExportKey.open(passphrase, header.secrets);
  if (key) return key;
  throw new RefusedFileError(null, 'The passphrase is not the one of this file.');
}

const NO_PASSPHRASE = `The file has no passphrase, so a change of it is not noticed. To import it, unset ${PASSPHRASE_VARIABLE}.`;

async function importAll(
  settings: ParsedSettings,
  reader: ExportReader,
  key: ExportKey | null,
): Promise<ImportEnd> {
  const { secretsFolder } = settings;
  const { apiKey } = findSecrets({ ...settings, folder: secretsFolder });
  const run = async (state: Database, secrets: ServiceBox, { data }: Databases) => {
    await checkSecret(state, secrets);
    const sources = openSources(settings, data);
    const { box } = secrets;
    const allows = (text: string, companyId: number): boolean => sources.allows(text, companyId);
    const end = await state.exclusively(
      (locked) => importDatabase(locked, reader.records(key), { box, key, apiKey, allows }),
      'import',
    );
    const { demoKey } = end;
    // The next start finds the key of the demo company in its folder. That of another database stays as it is.
    const isOwn = settings.database.kind === 'folder';
    if (isOwn && demoKey !== null)
      changeSecret(secretsFolder, API_KEY_FILE, () => box.seal(demoKey));
    return end;
  };
  return withSecrets(settings, run, { mayBeNew: true });
}

function importOne(
  settings: ParsedSettings,
  reader: ExportReader,
  key: ExportKey | null,
  company: string,
): Promise<CompanyImportEnd> {
  return withSecrets(settings, (state) =>
    state.exclusively((locked) => importCompany(locked, reader.records(key), company), 'import'),
  );
}

function tellDatabase({
  counts,
  companiesWithoutKey,
  connectionsWithoutString,
  peopleWithoutPassword,
}: ImportEnd): string {
  const missing = [
    ...(companiesWithoutKey > 0 ? [`Companies without an API key: ${companiesWithoutKey}.`] : []),
    ...(connectionsWithoutString > 0
      ? [`Data connections without a connection string: ${connectionsWithoutString}.`]
      : []),
  ];
  const end = missing.length > 0 ? ' Enter them in the back office.' : '';
  const invitations =
    peopleWithoutPassword > 0
      ? ` People without a password: ${peopleWithoutPassword}. Invite them again.`
      : '';
  return `${[`Imported: ${describeCounts(counts)}.`, ...missing].join(' ')}${end}${invitations}`;
}

function tellCompany(end: CompanyImportEnd, company: string): string {
  const { created, changed, unchanged, missingConnections } = end;
  const missing = missingConnections.length
    ? ` Add these data connections to the company: ${missingConnections.join(', ')}.`
    : '';
  return toTerminalLine(
    `Imported into ${company}: ${created} new dashboards, ${changed} new versions, ${unchanged} unchanged.${missing}`,
  );
}
