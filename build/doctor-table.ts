import { toTokenChecks } from '../command/src/doctor/check-host.ts';
import { type Part, toAnchor } from '../command/src/doctor/finding.ts';
import { KEY_CHECK, LAST_CHECK } from '../command/src/doctor/host-checks.ts';
import { LOGIN_CHECKS, LOGOUT_CHECKS } from '../command/src/doctor/session-checks.ts';
import { HostProbe } from '../command/src/doctor/host-probe.ts';
import { PAGE_CHECKS } from '../command/src/doctor/page-checks.ts';
import { CALL_CHECKS } from '../command/src/doctor/tag-calls.ts';
import { SERVICE_CHECKS, SERVICE_NOTICES } from '../command/src/doctor/service-checks.ts';
import { table } from './markdown-table.ts';

type Entry = { name: string; fix: string };

const host = new HostProbe({ url: 'https://app.example/dashboards', dashboardGuid: '' });
const CHECKS: Record<Part, readonly Entry[]> = {
  service: [...SERVICE_CHECKS, ...SERVICE_NOTICES],
  host: [...toTokenChecks(host), ...LOGIN_CHECKS, ...LOGOUT_CHECKS, KEY_CHECK, LAST_CHECK],
  page: [...PAGE_CHECKS, ...CALL_CHECKS],
};

/** Returns the checks of a part, each with the line to change. Checks with the same line share a row. */
export function toDoctorTable(part: Part): string {
  const names: Record<string, string[]> = {};
  for (const { name, fix } of CHECKS[part]) (names[fix] ??= []).push(toName(part, name));
  const rows = Object.entries(names).map(([fix, those]) => [
    those.join('<br>'),
    fix.replaceAll('<', '&lt;'),
  ]);
  return table(['check', 'what to change'], rows);
}

function toName(part: Part, name: string): string {
  return `<a id="${toAnchor(part, name)}"></a>\`${name}\``;
}
