import { type DraftProblem, toDraft } from '../dashboard/dashboard-draft.ts';
import { type Dashboard, DASHBOARD_GUID } from '../dashboard/definition.ts';
import { findWrongFields } from '../dashboard/draft-schema.ts';
import { isUndecided } from '../dashboard/required-parameters.ts';
import { SettingError } from '../process/setting-error.ts';

const OPEN =
  'applications may leave its SQL parameters out, which are NULL then. List those that they must set, or [].';

/**
 * Checks dashboards that a program gives. If a field is missing, each opening would fail.
 * @throws {SettingError} with the path of the first fault.
 */
export function checkDashboards(dashboards: readonly Dashboard[]): void {
  const guids = new Set<string>();
  for (const [index, given] of dashboards.entries()) {
    // The database keeps JSON, which has no undefined fields.
    const dashboard = JSON.parse(JSON.stringify(given ?? {})) as Partial<Dashboard>;
    const guid = String(dashboard.guid).toLowerCase();
    const fault = guids.has(guid)
      ? { path: 'guid', message: 'Another dashboard has this GUID.' }
      : findFault(dashboard);
    if (fault) throw new SettingError(`dashboards[${index}].${fault.path}: ${fault.message}`);
    guids.add(guid);
  }
}

/** Returns a warning for each dashboard that does not say which parameters the application must set. */
export function findUndecided(dashboards: readonly Dashboard[]): string[] {
  return dashboards
    .filter(({ definition }) => isUndecided(definition))
    .map(({ title }) => `The dashboard “${title}” has no requiredParameters: ${OPEN}`);
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
  if (!fault) return undefined;
  const names = Object.keys(datasets);
  const own = fault.path.replace(/^(datasets)\.(\d+)/, (_, list, at) => `${list}.${names[at]}`);
  return { path: own === 'title' ? own : `definition.${own}`, message: fault.message };
}
