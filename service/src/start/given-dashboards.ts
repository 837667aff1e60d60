import { toDraft } from '../dashboard/dashboard-draft.ts';
import type { Dashboard, DashboardDefinition } from '../dashboard/definition.ts';
import { findWrongFields } from '../dashboard/draft-schema.ts';
import { SettingError } from '../process/setting-error.ts';

/** A dashboard of a program, which may have no types. */
type GivenDashboard = Pick<Dashboard, 'title'> & { definition?: Partial<DashboardDefinition> };

/**
 * Checks dashboards that a program gives. If a field is missing, each opening would fail.
 * @throws {SettingError} with the path of the first fault.
 */
export function checkDashboards(dashboards: readonly GivenDashboard[]): void {
  for (const [index, { title, definition }] of dashboards.entries()) {
    const datasets = definition?.datasets ?? {};
    const draft = toDraft({ title, definition: { ...definition, datasets } } as Dashboard);
    // The database keeps JSON, which has no undefined fields.
    const [fault] = findWrongFields(JSON.parse(JSON.stringify(draft)));
    if (!fault) continue;
    const names = Object.keys(datasets);
    const own = fault.path.replace(/^(datasets)\.(\d+)/, (_, list, at) => `${list}.${names[at]}`);
    const path = own === 'title' ? own : `definition.${own}`;
    throw new SettingError(`dashboards[${index}].${path}: ${fault.message}`);
  }
}
