import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { SettingError } from '../process/setting-error.ts';
import { isPassphrase, PASSPHRASE_RULE } from '../transfer/export-key.ts';

/** The variable with the passphrase of an export file. It is not a setting of the service. */
export const PASSPHRASE_VARIABLE = 'SERVICE_EXPORT_PASSPHRASE';

/** The place where a person types a passphrase. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Returns the passphrase of the environment, or the one that a person types; `null` without one.
 * `questions`: a new passphrase is typed twice.
 * @throws {SettingError} for different passphrases, and for a new one that is too short.
 */
export async function findPassphrase(
  questions: readonly [string, string?],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<string | null> {
  const set = environment[PASSPHRASE_VARIABLE];
  if (!set && !terminal.input.isTTY) return null;
  const [question, again] = questions;
  const passphrase = set || (await ask(question, terminal));
  if (passphrase === '') return null;
  if (again !== undefined && !isPassphrase(passphrase)) {
    throw new SettingError(`${set ? PASSPHRASE_VARIABLE : 'The passphrase'} ${PASSPHRASE_RULE}`);
  }
  if (!set && again !== undefined && (await ask(again, terminal)) !== passphrase) {
    throw new SettingError('The two passphrases are different.');
  }
  return passphrase;
}

/** Reads a line without showing it. */
function ask(question: string, { input, output }: Terminal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: silent, terminal: true });
  return new Promise<string>((resolve, reject) => {
    reader.once('line', resolve);
    // Ctrl+C, and the end of the input.
    reader.once('SIGINT', () => reader.close());
    reader.once('close', () => reject(new SettingError('No passphrase was entered.')));
    output.write(question);
  }).finally(() => {
    reader.close();
    output.write('\n');
  });
}
