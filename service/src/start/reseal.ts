import type { Database } from '../database/database.ts';
import { changeSecret } from '../process/kept-secret.ts';
import { toCommandLine } from '../process/service-command.ts';
import { countTexts, findLastPreviousKey, resealTexts } from '../state/sealed-texts.ts';
import type { ParsedSettings } from './read-settings.ts';
import { assertSecret, resealCheck } from './secret-check.ts';
import { API_KEY_FILE, type ServiceBox } from './service-secrets.ts';
import { withSecrets } from './with-secrets.ts';

/** The end of a reseal. */
export interface ResealEnd {
  /** The lines that say what was changed, and when the other secrets can go. */
  lines: string[];
  /** Whether no text needs another secret than the first one. */
  isDone: boolean;
}

/**
 * Encrypts everything with the first secret of the settings. It can be stopped at any time, and run again.
 * Throws {@link SettingError} if none of the secrets fits the database.
 */
export function reseal(settings: ParsedSettings): Promise<ResealEnd> {
  return withSecrets(settings, (state, secrets) =>
    resealAll(state, secrets, settings.secretsFolder),
  );
}

/** As {@link reseal}, with open databases. */
export async function resealAll(
  state: Database,
  secrets: ServiceBox,
  secretsFolder: string,
): Promise<ResealEnd> {
  const { box } = secrets;
  await assertSecret(state, secrets);
  changeSecret(secretsFolder, API_KEY_FILE, (sealed) => box.reseal(sealed));
  const changed = await resealTexts(state, box);
  const { current, others, lost } = await countTexts(state, box);
  const isDone = others === 0;
  // Last, so that no process starts with the first secret alone before.
  if (isDone) await resealCheck(state, secrets);
  const lines = [
    `Encrypted again with the first secret: ${changed}. API keys and connection strings of that secret: ${current}.`,
    isDone ? tellDone(await findLastPreviousKey(state), secrets) : tellOthers(others),
    ...(lost > 0 ? [tellLost(lost)] : []),
  ];
  return { lines, isDone };
}

function tellDone(until: Date | null, { box }: ServiceBox): string {
  if (!box.hasOthers) {
    return 'No other secret is set. To change the secret, put a new one before it.';
  }
  if (until === null) return 'The other secrets can go.';
  return `The other secrets can go after ${until.toISOString()}, when the last previous API key ends: it may need one of them.`;
}

function tellOthers(count: number): string {
  return `The other secrets must stay. Texts that are encrypted with them: ${count}. Start all processes with the same first secret, and run this again.`;
}

function tellLost(count: number): string {
  return `Texts that no secret decrypts: ${count}. To see them, run: ${toCommandLine('reset-secrets')}`;
}
