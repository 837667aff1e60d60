import { type DraftProblem, toDraft } from '../dashboard/dashboard-draft.ts';
import { type Dashboard, DASHBOARD_GUID } from '../dashboard/definition.ts';
import { findWrongFields } from '../dashboard/draft-schema.ts';
import { findUnstorable, UNSTORABLE_FAULT } from '../dashboard/storable-text.ts';
import { isUndecided } from '../dashboard/required-parameters.ts';
import { SettingError } from '../process/setting-error.ts';
import { toTerminalLine } from '../process/terminal-line.ts';

const OPEN =
  'applications may leave its SQL parameters out, which are NULL then. List those that they must set, or [].';

/**
 * Checks dashboards that a program gives. If a field is missing, each opening would fail.
 * @throws {SettingError} with the path of the first fault.
 */
export function checkDashboards(dashboards: readonly Dashboard[]): void {
  const guids = new Set<string>();
  for (const [index, given] of dashboards.entries()) {
    const place = `dashboards[${index}]`;
    const dashboard = toJson(given ?? {}, place);
    const guid = String(dashboard.guid).toLowerCase();
    const fault = guids.has(guid)
      ? { path: 'guid', message: 'Another dashboard has this GUID.' }
      : findFault(dashboard);
    if (fault) throw new SettingError(toTerminalLine(`${place}.${fault.path}: ${fault.message}`));
    guids.add(guid);
  }
}

/** Returns a warning for each dashboard that does not say which parameters the application must set. */
export function findUndecided(dashboards: readonly Dashboard[]): string[] {
  return dashboards
    .filter(({ definition }) => isUndecided(definition))
    .map(({ title }) => `The dashboard “${title}” has no requiredParameters: ${OPEN}`);
}

/** Returns a dashboard as the database keeps it: JSON has no undefined fields. */
function toJson(dashboard: Partial<Dashboard>, place: string): Partial<Dashboard> {
  try {
    return JSON.parse(JSON.stringify(dashboard)) as Partial<Dashboard>;
  } catch {
    // A value that contains itself, a BigInt, or too many objects inside each other.
    throw new SettingError(`${place}: This must be JSON.`);
  }
}

function findFault(dashboard: Partial<Dashboard>): DraftProblem | undefined {
  const { guid, title, accessible, definition } = dashboard;
  if (!DASHBOARD_GUID.test(String(guid).toLowerCase())) {
    return { path: 'guid', message: 'This must be a GUID.' };
  }
  if (typeof accessible !== 'boolean') {
    return { path: 'accessible', message: 'This must be of the type boolean.' };
  }
  const datasets: unknown = definition?.datasets;
  if (typeof datasets !== 'object' || datasets === null || Array.isArray(datasets)) {
    return { path: 'definition.datasets', message: 'This must be of the type object.' };
  }
  const [fault] = findWrongFields(toDraft({ title, definition } as Dashboard));
  if (!fault) return findUnstorableText({ title, definition });
  const names = Object.keys(datasets);
  const own = fault.path.replace(/^(datasets)\.(\d+)/, (_, list, at) => `${list}.${names[at]}`);
  return { path: own === 'title' ? own : `definition.${own}`, message: fault.message };
}

/** No field of a definition is as deep. The database and its readers have limits for the others. */
const MAX_DEPTH = 100;
const TOO_DEEP = 'This has too many objects inside each other.';

/** Returns the fault of the first text or key that the database cannot save, also in fields that no dashboard has. */
function findUnstorableText(
  value: unknown,
  path: readonly string[] = [],
): DraftProblem | undefined {
  if (typeof value === 'string' && findUnstorable(value) !== -1) {
    return { path: path.join('.'), message: UNSTORABLE_FAULT };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length > MAX_DEPTH) return { path: path.slice(0, 3).join('.'), message: TOO_DEEP };
  for (const [key, item] of Object.entries(value)) {
    const place = [...path, key];
    const fault = findUnstorableText(key, place) ?? findUnstorableText(item, place);
    if (fault) return fault;
  }
  return undefined;
}
