import { removeKept } from 'embedded-dashboard-service/browser';
import { deleteKept, readKept, writeKept } from '../relay/kept-values.ts';
import type { ServerSettings } from './applications.ts';

type KeptSettings = Omit<ServerSettings, 'folder'>;

/** The password of the back office. Everybody may know it: the data are in the reader's own browser. */
const ADMIN_PASSWORD = 'live-demo';
const SECRET_BYTES = 32;

/**
 * Returns the secrets of the server, and the name of its database. The browser keeps the secrets for as long as it
 * keeps the data that they encrypt. Removes the data if the reader does not want to keep them, or wants a reset.
 */
export async function readKeptSettings(folder: string): Promise<KeptSettings> {
  // Several demos can share an origin.
  const name = `live-demo${new URL(folder).pathname.replaceAll(/\W+/g, '-')}`;
  const isKept = (await readKept(folder, 'keeps-data')) === true;
  if (!isKept || (await readKept(folder, 'wants-reset')) === true) {
    await removeKept(`./${name}`);
    await deleteKept(folder, 'secrets');
    await deleteKept(folder, 'wants-reset');
  }
  const secrets = await findSecrets(folder, isKept);
  return { ...secrets, adminPassword: ADMIN_PASSWORD, keptAs: isKept ? name : null };
}

type Secrets = Pick<KeptSettings, 'secret' | 'apiKey'>;

async function findSecrets(folder: string, isKept: boolean): Promise<Secrets> {
  const kept = (await readKept(folder, 'secrets')) as Secrets | undefined;
  const secrets = kept ?? { secret: createSecret(), apiKey: createSecret() };
  if (isKept && !kept) await writeKept(folder, 'secrets', secrets);
  return secrets;
}

function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
