import {
  deploy,
  type DeployOptions,
  type DeployParts,
  readDashboards,
  writeDashboards,
} from '../deploy/deploy.ts';
import { CompanyStore } from '../state/company-store.ts';
import { ConnectionStore } from '../state/connection-store.ts';
import type { ParsedSettings } from './read-settings.ts';
import { assertSecret } from './secret-check.ts';
import { openSources, withSecrets } from './with-secrets.ts';

/**
 * Puts the dashboards of a folder into the database of the settings. Returns the lines that say what happened.
 * Throws {@link DeployRefusal} with the reasons if it has changed nothing.
 */
export async function deployFolder(
  settings: ParsedSettings,
  folder: string,
  options: DeployOptions,
): Promise<string[]> {
  const given = readDashboards(folder);
  return withParts(settings, (parts) => deploy(given, parts, options));
}

/** Writes the published dashboards of a company into a folder. Returns a line for each. */
export function writeFolderOf(
  settings: ParsedSettings,
  folder: string,
  company: string,
): Promise<string[]> {
  return withParts(settings, (parts) => writeDashboards(folder, parts, company));
}

function withParts<Result>(
  settings: ParsedSettings,
  work: (parts: DeployParts) => Promise<Result>,
): Promise<Result> {
  return withSecrets(settings, async (state, secrets, { data }) => {
    await assertSecret(state, secrets);
    const sources = openSources(settings, data);
    const companies = new CompanyStore(state, secrets.box);
    const connections = new ConnectionStore(state, secrets.box);
    try {
      return await work({ state, companies, connections, sources });
    } finally {
      await sources.close();
    }
  });
}
