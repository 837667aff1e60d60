import { isAdminPassword } from '../secrets/admin-password.ts';
import { isApiKey } from '../secrets/api-key.ts';
import { createRandomText } from '../secrets/base64url.ts';
import { keepSecret, toSecretFile } from '../process/kept-secret.ts';
import { createSecret, SecretBox } from '../secrets/secret-box.ts';
import { isLongSecret, LINE, SECRET_RULE, SPACE, splitSecrets } from '../secrets/split-secrets.ts';
import { SettingError } from '../process/setting-error.ts';
import { toCommandLine } from '../process/service-command.ts';

/** The file of a data folder that holds the demo company's key, sealed. */
export const API_KEY_FILE = 'api-key';
/** The file of a data folder that holds the service's own secret. */
const SECRET_FILE = 'secret';
/** The file of a data folder that holds the back office's password. */
const PASSWORD_FILE = 'admin-password';

/** The sources of a service's secrets. */
export interface SecretsSource {
  /** Encrypts API keys and connection strings. At least 16 characters. Several are separated by spaces. */
  secret?: string;
  /** The demo company's key. */
  apiKey?: string;
  /** The back office's password. */
  adminPassword?: string;
  /**
   * The folder for the secrets that are not given. They are generated on first start and kept there. `null` generates
   * them for this process only.
   */
  folder: string | null;
}

/** The box of the service's own secrets. */
export interface ServiceBox {
  box: SecretBox;
  /** The box of the whole text, if that has several secrets. It may be one secret of an earlier version. */
  undivided: SecretBox | null;
}

/** The secrets of a service. */
export interface ServiceSecrets extends ServiceBox {
  apiKey: string;
  adminPassword: string;
}

/**
 * Checks that all secrets are given, because the processes of one PostgreSQL database share them and have no common
 * folder. Throws {@link SettingError} if a secret is missing.
 */
export function requireSecrets(given: Omit<SecretsSource, 'folder'>): void {
  if (given.secret && given.apiKey && given.adminPassword) return;
  throw new SettingError(
    'PostgreSQL needs SERVICE_SECRET, SERVICE_API_KEY and SERVICE_ADMIN_PASSWORD (secret, apiKey and adminPassword), the same for all services that use it.',
  );
}

/** Returns the given secrets and those of the folder. Throws {@link SettingError} for a folder that cannot be used. */
export function findSecrets(source: SecretsSource): ServiceSecrets {
  const { folder } = source;
  const opened = openSecretBox(source);
  const apiKey = source.apiKey ?? (folder ? keepApiKey(folder, opened) : createSecret());
  if (!isApiKey(apiKey)) throw new SettingError('The API key cannot be part of a URL.');
  const adminPassword = source.adminPassword ?? find(folder, PASSWORD_FILE, createPassword);
  if (!isAdminPassword(adminPassword)) {
    throw new SettingError('The back office’s password must have 8 to 256 characters.');
  }
  return { ...opened, apiKey, adminPassword };
}

/** Returns the box of the given secrets, or of those of the folder. Throws {@link SettingError} for a short secret. */
export function openSecretBox({ secret, folder }: SecretsSource): ServiceBox {
  const text = secret ?? find(folder, SECRET_FILE, createSecret);
  const secrets = splitSecrets(text, secret === undefined ? LINE : SPACE);
  if (!secrets.every(isLongSecret)) throw new SettingError(`The secret ${SECRET_RULE}`);
  const box = new SecretBox(...secrets);
  return { box, undivided: secrets.includes(text) ? null : new SecretBox(text) };
}

/**
 * Returns whether one of the service's secrets sealed a text.
 * @throws {SettingError} if the text of the setting did, as one secret.
 */
export function isReadable(sealed: string, { box, undivided }: ServiceBox): boolean {
  if (box.unseal(sealed) !== null) return true;
  if (!undivided?.isCurrent(sealed)) return false;
  throw new SettingError(
    `SERVICE_SECRET is one secret that contains a space, but spaces now separate several secrets. Put a new secret and a space before it, start all processes with that, and run: ${toCommandLine('reseal')}`,
  );
}

/** Returns the place of the back office's password: the variable's name, or `in` and the file's path. */
export function tellPasswordPlace(settings: {
  adminPassword?: string | undefined;
  secretsFolder: string;
}): string {
  if (settings.adminPassword) return 'SERVICE_ADMIN_PASSWORD';
  return `in ${toSecretFile(settings.secretsFolder, PASSWORD_FILE)}`;
}

function find(folder: string | null, name: string, make: () => string): string {
  return folder ? keepSecret(folder, name, make) : make();
}

/** Returns the API key of a data folder, and creates it if it is missing. */
function keepApiKey(folder: string, opened: ServiceBox): string {
  const { box } = opened;
  const sealed = keepSealedKey(folder, box);
  const key = isReadable(sealed, opened) ? box.unseal(sealed) : null;
  if (key && isApiKey(key)) return key;
  throw new SettingError(
    `SERVICE_SECRET cannot decrypt the file ${API_KEY_FILE} in ${folder}. If the secret is lost, run: ${toCommandLine('reset-secrets')}`,
  );
}

/** Returns the API key of a data folder; `null` if the box cannot unseal it. */
export function readApiKey(folder: string, box: SecretBox): string | null {
  return box.unseal(keepSealedKey(folder, box));
}

function keepSealedKey(folder: string, box: SecretBox): string {
  return keepSecret(folder, API_KEY_FILE, () => box.seal(createSecret()));
}

/** Returns 120 random bits, which is short enough to type. */
function createPassword(): string {
  return createRandomText(15);
}
