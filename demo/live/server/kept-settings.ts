import { deleteKept, readKept, writeKept } from '../relay/kept-values.ts';
import type { ServerSettings } from './applications.ts';

type KeptSettings = Omit<ServerSettings, 'folder'>;

/** The password of the back office. Everybody may know it: the data are in the reader's own browser. */
export const ADMIN_PASSWORD = 'live-demo';
const BYTES = 32;

/**
 * Returns the secrets of the server, and the name of its database. The browser keeps the secrets for as long as it
 * keeps the data that they encrypt.
 */
export async function readKeptSettings(folder: string): Promise<KeptSettings> {
  const name = toDatabaseName(folder);
  const isKept = (await readKept(folder, 'keeps-data')) === true;
  const kept = isKept ? await readKept(folder, 'secrets') : undefined;
  const secrets = (kept as Pick<KeptSettings, 'secret' | 'apiKey'> | undefined) ?? {
    secret: createSecret(),
    apiKey: createSecret(),
  };
  if (isKept) await writeKept(folder, 'secrets', secrets);
  else await deleteKept(folder, 'secrets');
  return { ...secrets, adminPassword: ADMIN_PASSWORD, keptAs: isKept ? name : null };
}

/** Returns the name of the database of a folder. Several demos can share an origin. */
export function toDatabaseName(folder: string): string {
  return `live-demo${new URL(folder).pathname.replaceAll(/\W+/g, '-')}`;
}

function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
