import type { DashboardParameters } from '../../protocol/dashboard-parameters.ts';
import { isGuid } from '../../protocol/token.ts';
import { toApplicationFault } from './application-fault.ts';
import { DashboardHostError, keepDetail } from '../dashboard-host-error.ts';
import { findUnknownName } from '../known-names.ts';
import { type DashboardUser, parseSessionId } from '../call/parse-token-request.ts';

/** The user of a request, and the dashboards that they may see. */
export interface ResolvedUser extends DashboardUser {
  /**
   * The dashboards that this user may see: their GUIDs in any case, or a function that returns `true` for them. The
   * function gets the GUID in lower case.
   * @example ['6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1']
   */
  dashboards: readonly string[] | ((dashboardGuid: string) => boolean | Promise<boolean>);
}

/** The second argument of `resolve`. */
export interface ResolveDetails<Context> {
  /**
   * The GUID of the requested dashboard, in lower case; `null` for logout.
   * @example '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1'
   */
  dashboardGuid: string | null;
  /**
   * The reader's choice on the page: at most 16 texts by name, without a prototype; `null` for logout. It is
   * a request, not a permission: none of it reaches a query unless your `sqlParameters` contain it. Check
   * each value, for example with `oneOf`.
   * @example oneOf(parameters?.Region, user.regions)
   */
  parameters: DashboardParameters | null;
  /**
   * The second argument of `fetch`; behind `toNodeListener`, the pair `{ req, res }`.
   * @example context.req.session
   */
  context: Context;
}

/**
 * Returns the user of a request, from its cookies or headers; `null` if nobody is signed in. Do not trust the
 * body: a user could write another user's name there.
 */
export type Resolve<Context> = (
  request: Request,
  details: ResolveDetails<Context>,
) => ResolvedUser | null | undefined | Promise<ResolvedUser | null | undefined>;

const USER_FIELDS: readonly (keyof ResolvedUser)[] = [
  'sessionId',
  'dashboards',
  'sqlParameters',
  'connectionString',
  'user',
  'organization',
  'customInfo',
];

/**
 * Returns the user of a request, from `resolve`.
 * @throws {DashboardHostError} `unauthenticated` if nobody is signed in; `forbidden` if `resolve` throws it;
 *   `config` if `resolve` throws anything else, or answers in another shape or with an unknown key.
 */
export async function resolveUser<Context>(
  resolve: Resolve<Context>,
  request: Request,
  details: ResolveDetails<Context>,
): Promise<ResolvedUser> {
  const user = await settle('resolve', () => resolve(request, details));
  if (user === undefined) warnOfMissingReturn(resolve);
  if (user === null || user === undefined) {
    throw new DashboardHostError('unauthenticated', 'Nobody is signed in.');
  }
  if (typeof user !== 'object') {
    throw new DashboardHostError('config', 'resolve must answer with an object, or null.');
  }
  assertKnownKeys(user);
  parseSessionId(user.sessionId);
  return user;
}

/** The functions that have returned `undefined`. */
const warned = new WeakSet<object>();

/** Logs once that a function returns nothing: without a line, its readers only seem to be signed out. */
function warnOfMissingReturn(resolve: object): void {
  if (warned.has(resolve)) return;
  warned.add(resolve);
  console.error(
    'embedded-dashboard: resolve returned undefined. Is a return missing? Return null if nobody is signed in.',
  );
}

/** Refuses unknown keys: a misspelled `sqlParameters` would open data without a filter. */
function assertKnownKeys(user: ResolvedUser): void {
  const fault = findUnknownName(user, USER_FIELDS);
  if (!fault) return;
  const error = new DashboardHostError(
    'config',
    'The answer of resolve has an unknown key: see the log.',
  );
  keepDetail(error, fault);
  throw error;
}

/**
 * Returns the dashboard's GUID in the spelling of the user's list, because GUIDs are equal regardless of
 * case. If a function decides, returns it unchanged. `dashboardGuid` is in lower case.
 * @throws {DashboardHostError} `forbidden` if the user may not see it; `config` for a malformed list.
 */
export async function permittedGuid(user: ResolvedUser, dashboardGuid: string): Promise<string> {
  const { dashboards } = user;
  if (typeof dashboards === 'function') {
    // Compare with `true`: a text such as 'no' must not open anything.
    const may: unknown = await settle('dashboards', () => dashboards(dashboardGuid));
    if (may === true) return dashboardGuid;
  } else {
    if (!Array.isArray(dashboards) || !dashboards.every(isGuidString)) {
      const hint = dashboards instanceof Promise ? ' It is a promise: await it in resolve.' : '';
      const message = `dashboards must be a list of GUIDs, or a function.${hint}`;
      throw new DashboardHostError('config', message);
    }
    const listed = dashboards.find((guid) => guid.toLowerCase() === dashboardGuid);
    if (listed) return listed;
  }
  throw new DashboardHostError('forbidden', 'This user may not see this dashboard.');
}

async function settle<Result>(name: string, ask: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DashboardHostError && error.code === 'forbidden') throw error;
    throw toApplicationFault(name, error);
  }
}

function isGuidString(value: unknown): value is string {
  return typeof value === 'string' && isGuid(value);
}
