import { tryDraft } from '../dashboard/try-draft.ts';
import { MAX_ROWS } from '../dashboard/run-dashboard.ts';
import type { Database, Queries } from '../database/database.ts';
import { AuditStore } from '../state/audit-store.ts';
import type { CompanyName, CompanyStore } from '../state/company-store.ts';
import { DashboardStore } from '../state/dashboard-store.ts';
import { toTerminalLine } from '../process/terminal-line.ts';
import { findSources } from '../state/dataset-sources.ts';
import { DraftStore } from '../state/draft-store.ts';
import { SERVICE_ACTORS } from '../state/service-actors.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import { type FileFault, parseFiles, type ReadDashboard } from './dashboard-files.ts';
import {
  applyStep,
  EDITOR,
  findStored,
  type NoteOf,
  planDraft,
  planPublishing,
  planRemoval,
  type Step,
  type Stores,
} from './plan.ts';
import { readFolder } from './read-folder.ts';
import { DeployRefusal } from './refusal.ts';
import { writeFolder } from './write-folder.ts';

/** The open databases of a deploy. */
export interface DeployParts extends Pick<ServiceParts, 'connections' | 'sources'> {
  state: Database;
  companies: CompanyStore;
}

/** The options of a deploy. */
export interface DeployOptions {
  /** The name of a company. */
  company: string;
  /** Whether the dashboards are published. Otherwise they become drafts. */
  publishes: boolean;
  /** Whether published dashboards are removed that the files do not have. */
  removes: boolean;
  /** Whether nothing is changed. */
  isDry: boolean;
}

/** The dashboards of a folder, by the names of their own folders. */
export type GivenDashboards = ReadonlyMap<string, ReadDashboard>;

/**
 * Reads the dashboards of a folder, and checks them as far as that needs no database.
 * @throws {DeployRefusal} for files that cannot be read, and with all faults in the others.
 */
export function readDashboards(folder: string): GivenDashboards {
  const found = new Map<string, ReadDashboard>();
  const guids = new Map<string, string>();
  const faults: string[] = [];
  for (const [name, files] of readFolder(folder)) {
    const parsed = parseFiles(files);
    if ('faults' in parsed) {
      faults.push(...parsed.faults.map((fault) => tell(name, fault)));
      continue;
    }
    const { guid } = parsed.dashboard;
    const other = guids.get(guid);
    const message = `The folder “${other}” has the same GUID.`;
    if (other !== undefined) faults.push(tell(name, parsed.locate({ path: 'guid', message })));
    guids.set(guid, name);
    found.set(name, parsed);
  }
  if (faults.length > 0) throw new DeployRefusal(...faults);
  return found;
}

/**
 * Puts dashboards into the database of a service, in one transaction. Returns a line for each of them, and in a dry run
 * also its differences.
 * @throws {DeployRefusal} with the reasons, if it has changed nothing.
 */
export async function deploy(
  given: GivenDashboards,
  parts: DeployParts,
  options: DeployOptions,
): Promise<string[]> {
  const { state } = parts;
  const { id } = await findCompany(options.company, parts.companies);
  const steps = await plan(given, id, createStores(state), options);
  await trySteps(given, steps, id, parts);
  if (!options.isDry) await applySteps(steps, id, state);
  return steps.flatMap((step) => describe(step, options.isDry)).map(toTerminalLine);
}

/** Makes all changes, or none if someone else has changed one of the dashboards meanwhile. */
async function applySteps(
  steps: readonly Step[],
  companyId: number,
  state: Database,
): Promise<void> {
  await state.exclusively(async (locked) => {
    const stores = createStores(locked);
    // The lines of the command tell what happened.
    const audit = new AuditStore(locked, Date.now, () => {});
    const actor = SERVICE_ACTORS.deploy;
    const noteOf: NoteOf = (entry) => audit.note({ ...entry, actor, companyId });
    for (const step of steps) {
      if (await applyStep(step, companyId, stores, noteOf)) continue;
      const { title, guid } = step;
      throw new DeployRefusal(
        `${title} (${guid}): someone has changed it meanwhile. Run this again.`,
      );
    }
  });
}

/**
 * Writes the published dashboards of a company into a folder. Returns a line for each of them.
 * @throws {DeployRefusal} if there is no such company, or the folder cannot be used.
 */
export async function writeDashboards(
  folder: string,
  { state, companies }: Pick<DeployParts, 'state' | 'companies'>,
  company: string,
): Promise<string[]> {
  const { id } = await findCompany(company, companies);
  const dashboards = await createStores(state).dashboards.findAll(id);
  const names = writeFolder(folder, dashboards);
  return dashboards.map(({ title, guid }, index) =>
    toTerminalLine(`${title} (${guid}): written to ${names[index]}`),
  );
}

function createStores(state: Queries): Stores {
  return {
    dashboards: new DashboardStore(state, Date.now),
    drafts: new DraftStore(state, Date.now),
  };
}

async function findCompany(name: string, companies: CompanyStore): Promise<CompanyName> {
  const [found, ...others] = (await companies.names()).filter((each) => each.name === name);
  if (!found) throw new DeployRefusal(`There is no company “${name}”.`);
  if (others.length > 0) throw new DeployRefusal(`Several companies have the name “${name}”.`);
  return found;
}

async function plan(
  given: GivenDashboards,
  companyId: number,
  stores: Stores,
  { publishes, removes }: DeployOptions,
): Promise<Step[]> {
  const steps: Step[] = [];
  const faults: string[] = [];
  for (const [name, read] of given) {
    const stored = await findStored(read.dashboard.guid, stores);
    const owners = [stored.published, stored.draft].flatMap((each) => each?.companyId ?? []);
    if (owners.some((owner) => owner !== companyId)) {
      faults.push(tell(name, read.locate({ path: 'guid', message: OTHER_COMPANY })));
    } else {
      steps.push(publishes ? planPublishing(read, stored) : planDraft(read, stored));
    }
  }
  faults.push(...steps.flatMap(({ refusal }) => refusal ?? []));
  if (faults.length > 0) throw new DeployRefusal(...faults);
  if (!removes) return steps;
  const guids = new Set(steps.map(({ guid }) => guid));
  for (const published of await stores.dashboards.findAll(companyId)) {
    if (guids.has(published.guid)) continue;
    steps.push(planRemoval(published, await stores.drafts.find(published.guid)));
  }
  return steps;
}

const OTHER_COMPANY = 'Another company has this GUID. Give the dashboard a new one.';

/** Runs the SQL of the dashboards that change, as the editor does before it publishes. */
async function trySteps(
  given: GivenDashboards,
  steps: readonly Step[],
  companyId: number,
  { sources, connections }: DeployParts,
): Promise<void> {
  const faults: string[] = [];
  for (const [name, { draft, dashboard, locate }] of given) {
    const step = steps.find(({ guid }) => guid === dashboard.guid);
    if (step?.action === 'none') continue;
    const { problems } = await tryDraft(draft, {
      ...{ parameters: {}, chosen: [], maxRows: MAX_ROWS },
      findSources: (some) => findSources(some, companyId, null, sources, connections),
      owner: { companyId, sessionId: EDITOR },
      signal: new AbortController().signal,
    });
    faults.push(...problems.map((problem) => tell(name, locate(problem))));
  }
  if (faults.length > 0) throw new DeployRefusal(...faults);
}

function tell(folder: string, { file, line, message }: FileFault): string {
  return `${folder}/${file}:${line}: ${message}`;
}

const DONE = {
  publish: 'published',
  draft: 'saved as a draft',
  remove: 'removed',
  none: 'unchanged',
};
const DUE = {
  publish: 'to publish',
  draft: 'to save as a draft',
  remove: 'to remove',
  none: 'unchanged',
};

function describe({ title, guid, action, notes, changes }: Step, isDry: boolean): string[] {
  const line = `${title} (${guid}): ${[(isDry ? DUE : DONE)[action], ...notes].join('; ')}`;
  return isDry && action !== 'none' ? [line, ...changes.map((change) => `  ${change}`)] : [line];
}
