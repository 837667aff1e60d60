import { removeSecret } from '../process/kept-secret.ts';
import { findLostSecrets, type LostSecrets, removeLostSecrets } from '../state/lost-secrets.ts';
import type { ParsedSettings } from './read-settings.ts';
import { checkSecret, hasOtherSecret } from './secret-check.ts';
import { API_KEY_FILE, findSecrets, readApiKey } from './service-secrets.ts';
import { withSecrets } from './with-secrets.ts';

/**
 * Makes a database usable again whose SERVICE_SECRET is lost. Without `isSure`, it changes nothing. Returns the lines that
 * say what is lost.
 */
export function resetSecrets(settings: ParsedSettings, isSure: boolean): Promise<string[]> {
  const { secretsFolder } = settings;
  return withSecrets(settings, async (state, secrets) => {
    const { box } = secrets;
    const isOther = await hasOtherSecret(state, secrets);
    const lost = await findLostSecrets(state, box);
    if (!isOther && Object.values(lost).every((each: unknown[]) => each.length === 0)) {
      return ['Nothing is lost: the service has the secret of this database.'];
    }
    if (!isSure) return [...describe(lost), 'Nothing was changed. To remove it, add --yes.'];
    const isKeyLost = !settings.apiKey && readApiKey(secretsFolder, box) === null;
    // The secrets that are found next have another one.
    if (isKeyLost) removeSecret(secretsFolder, API_KEY_FILE);
    const { apiKey } = findSecrets({ ...settings, folder: secretsFolder });
    await removeLostSecrets(state, lost, box, apiKey);
    await checkSecret(state, secrets);
    return [...describe(lost), REMOVED];
  });
}

const REMOVED = `It was removed. Start the service, and enter these data connections again. Give each of these companies a new API key;
the demo company has that of the settings.`;

function describe({ companies, connections, tokens }: LostSecrets): string[] {
  const keys = companies.map(({ name }) => name);
  const addresses = connections.map(({ company, name }) => `${name} (${company})`);
  return [
    'This was encrypted with a secret that is lost:',
    `- the API keys of these companies: ${keys.join(', ') || 'none'}`,
    `- these data connections: ${addresses.join(', ') || 'none'}`,
    `- sessions with a connection string of their own: ${tokens.length}`,
    'Dashboards, drafts and statistics stay.',
  ];
}
