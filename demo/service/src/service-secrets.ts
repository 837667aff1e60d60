import { keepApiKey } from './api-key.ts';
import { keepSecret } from './kept-secret.ts';
import { createSecret, SecretBox } from './secret-box.ts';

/** The file of a data folder that holds the service's own secret. */
const SECRET_FILE = 'secret';

/** Where a service's secrets come from. */
export interface SecretsSource {
  /** What API keys and connection strings are encrypted with, of 16 characters at least. */
  secret?: string;
  /** The demo company's key. */
  apiKey?: string;
  /** Where what is not given is kept, and made on first start; without it it is made for once. */
  folder: string | null;
}

/** The secrets that a service works with. */
export interface ServiceSecrets {
  box: SecretBox;
  apiKey: string;
}

/** Throws {@link SettingError} for a folder that cannot be used. */
export function findSecrets({ secret, apiKey, folder }: SecretsSource): ServiceSecrets {
  const kept = (): string =>
    folder ? keepSecret(folder, SECRET_FILE, createSecret) : createSecret();
  const box = new SecretBox(secret ?? kept());
  return { box, apiKey: apiKey ?? (folder ? keepApiKey(folder, box) : createSecret()) };
}
