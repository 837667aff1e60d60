import { LRUCache } from 'lru-cache';
import type { DashboardDefinition } from '../dashboard/definition.ts';
import { findSelects } from '../dashboard/filter-order.ts';
import { toFilterKey } from '../dashboard/filter-value.ts';
import { findNames } from '../database/dialects.ts';
import type { Report } from '../telemetry/events.ts';
import type { OpenedToken } from './token-store.ts';

/** The largest numbers of dashboards, and of names of each, that are remembered. So a wrong host cannot fill the log. */
const MOST_DASHBOARDS = 10_000;
const MOST_NAMES = 20;
/** Anything else may be a part of a value: in SQLparameters, `;` ends a value. */
const NAME = /^[a-z_]\w{0,63}$/;

/** Reports the parameters of tokens that their dashboards do not use, each once for a dashboard. */
export class UnusedParameters {
  readonly #report: Report;
  /** The names that were compared with the SQL of a dashboard. */
  readonly #compared = new LRUCache<string, Set<string>>({ max: MOST_DASHBOARDS });

  constructor(report: Report) {
    this.#report = report;
  }

  /** Compares the parameters of a token with the SQL of its dashboard. */
  note({ owner, dashboard, sqlParameters }: OpenedToken): void {
    const compared = this.#compared.get(dashboard.guid) ?? new Set();
    this.#compared.set(dashboard.guid, compared);
    const names = Object.keys(sqlParameters).filter((name) => !compared.has(name));
    const room = names.slice(0, MOST_NAMES - compared.size);
    if (room.length === 0) return;
    const used = findUsed(dashboard.definition);
    for (const name of room) {
      compared.add(name);
      if (used.has(name)) continue;
      const parameter = NAME.test(name) ? name : undefined;
      const place = { companyId: owner.companyId, dashboardGuid: dashboard.guid };
      this.#report({ kind: 'unused-parameter', ...place, parameter });
    }
  }
}

/** Returns the names that a dashboard knows, in lower case. A required one may be for a row policy. */
function findUsed({
  datasets,
  filters = [],
  requiredParameters = [],
}: DashboardDefinition): ReadonlySet<string> {
  const selects = [...Object.values(datasets), ...findSelects(filters)];
  return new Set([
    ...selects.flatMap(({ sql }) => findNames(sql)),
    ...filters.map(toFilterKey),
    ...requiredParameters.map((name) => name.toLowerCase()),
  ]);
}
