import { realpathSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Application, readApplication } from './application.ts';
import { findUsedFile } from './environment.ts';
import { Folder } from './folder.ts';
import { findFramework } from './frameworks.ts';
import { MARK } from './host-file.ts';
import { InitError } from './init-error.ts';
import { Plan } from './plan.ts';
import type { WrittenAddresses } from '../written-addresses.ts';

const GUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
/** The dashboard of a tag: an attribute, or a property in JSX. */
const TAG_GUID = new RegExp(`\\bdashboard-?guid=["'{]+(${GUID})`, 'i');
const ANY_GUID = new RegExp(`['"](${GUID})['"]`, 'i');

/** Returns the addresses that the quick start or `init` wrote into the files of a folder; `null` if there are none. */
export function readWrittenAddresses(root: string): WrittenAddresses | null {
  try {
    const folder = new Folder(realpathSync(root));
    return readQuickStart(folder) ?? readInit(readApplication(folder.root));
  } catch (error) {
    if (error instanceof InitError) return null;
    throw error;
  }
}

/** Reads the two files of docs/quick-start.md. */
function readQuickStart(folder: Folder): WrittenAddresses | null {
  const server = folder.read('server.mjs') ?? '';
  const [, service] = /baseUrl: ['"](https?:[^'"]+)['"]/.exec(server) ?? [];
  const [, port] = /\.listen\((\d+)/.exec(server) ?? [];
  const dashboard = findGuid([folder.read('public/index.html') ?? '', server]);
  if (!service || !port || !dashboard) return null;
  return { service, dashboard, ...toHost(`http://localhost:${port}/`) };
}

/** Plans the changes again: the plan knows the files of the framework, and the address of the page. */
function readInit(app: Application): WrittenAddresses | null {
  const framework = findFramework(app);
  const plan = new Plan(app.folder, true);
  const envFile = findUsedFile(app.folder, framework.envFiles) ?? '.env';
  const { hostFile, page } = framework.plan(plan, app, envFile);
  const host = app.folder.read(hostFile);
  if (!host?.includes('createDashboardHost')) return null;
  const dashboard = findGuid([...plan.ownFiles.map((path) => app.folder.read(path) ?? ''), host]);
  if (!dashboard) return null;
  const entries = parseEnv(app.folder.read(envFile) ?? '');
  return {
    service: entries.DASHBOARD_URL || undefined,
    apiKey: entries.DASHBOARD_API_KEY || undefined,
    dashboard,
    ...toHost(page),
    note: host.includes(MARK)
      ? `${hostFile} refuses every reader until you write the line marked ${MARK}.`
      : undefined,
  };
}

function toHost(page: string): Pick<WrittenAddresses, 'host' | 'page'> {
  return { host: new URL('/dashboards', page).href, page };
}

/** Returns the dashboard of the first tag; without one, the first that a text names. */
function findGuid(texts: readonly string[]): string | undefined {
  const [found] = [TAG_GUID, ANY_GUID].flatMap((form) =>
    texts.flatMap((text) => form.exec(text)?.[1] ?? []),
  );
  return found;
}
