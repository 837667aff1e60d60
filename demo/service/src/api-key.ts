import { keepSecret } from './kept-secret.ts';
import { createSecret, type SecretBox } from './secret-box.ts';
import { SettingError } from './settings.ts';

/** The file of a data folder that holds the demo company's key, sealed. */
const API_KEY_FILE = 'api-key';

/**
 * Whether a key can stand in an address as one part of its path: not white space only, `.` or `..`,
 * and without controls, `/`, `\`, `?` and `#`.
 */
export function isApiKey(value: string): boolean {
  return /^(?!\s*$|\.{1,2}$)[^\p{Cc}\p{Cs}/\\?#]{1,256}$/u.test(value);
}

/** The key that a data folder keeps; made when it is not there. Throws {@link SettingError}. */
export function keepApiKey(folder: string, box: SecretBox): string {
  const key = box.unseal(keepSecret(folder, API_KEY_FILE, () => box.seal(createSecret())));
  if (key && isApiKey(key)) return key;
  throw new SettingError(
    `The file ${API_KEY_FILE} in ${folder} holds no API key that this SERVICE_SECRET opens: remove it.`,
  );
}
