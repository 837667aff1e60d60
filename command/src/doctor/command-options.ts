import { parseArgs } from 'node:util';
import { parseBaseUrl } from '../../../src/protocol/display-url.ts';
import { isGuid } from '../../../src/protocol/token.ts';
import { CALL_LIMIT_MS } from './http-call.ts';
import { completeTarget, type ReadAddresses } from './complete-target.ts';

/** The longest limit of a call, in seconds. */
const MOST_SECONDS = 600;

export const HELP = `Usage: npx embedded-dashboard doctor [options]

Finds configuration errors of a dashboard service, of your host's addresses, and of a page with the tag.
Each finding says what to change. Without --service and --host, the doctor reads the addresses that init or
the quick start wrote into the files of this folder. With --page, it does so for a page of that application only.

  --service URL     the base address of the dashboard service
  --host URL        the token address without /token, such as https://app.example/dashboards
  --page URL        a page with <embedded-dashboard>
  --dashboard GUID  a dashboard that may be opened; needed for --service and --host
  --logout          also check the host's logout address, which ends the session
  --wait            wait until a token has expired, a little over two hours (with --service)
  --timeout SECONDS the limit of each call, 1 to 600 (default 5); a run takes three times that at most
  --report          also print how the service behaves, for an issue (with --service)
  --json            print all results as JSON
  --help            print this text

Secrets come from the environment; the key also from the file into which init wrote it:
  DASHBOARD_API_KEY             the key of the account (needed for --service)
  DASHBOARD_SQL_PARAMETERS      the parameters that the dashboard requires, such as Region=North;Year=2026
  DASHBOARD_CONNECTION_STRING   a connection string for GetToken's text form
  DASHBOARD_HOST_COOKIE         the Cookie header of a user who is signed in
  DASHBOARD_HOST_AUTHORIZATION  the Authorization header of such a user

Exit status: 0 nothing to fix, 1 something to fix, 2 the doctor could not run.

To add a dashboard to an application: npx embedded-dashboard init --help
`;

/** The parts to check, and the form of the report. */
export interface CommandOptions {
  service: string | null;
  host: string | null;
  page: string | null;
  dashboardGuid: string;
  apiKey: string;
  sqlParameters: string;
  connectionString: string | undefined;
  /** The headers of the user. */
  userHeaders: Record<string, string>;
  withLogout: boolean;
  isWaiting: boolean;
  timeoutSeconds: number;
  /** Whether to print how the service behaves. */
  isReport: boolean;
  isJson: boolean;
  isHelp: boolean;
  /** Lines for the developer about what was read from files. */
  lines: string[];
}

/** A mistake in the command line or the environment. The message has no value of them. */
export class UsageError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws {@link UsageError}. */
export function parseCommand(
  args: readonly string[],
  env: Environment,
  readAddresses: ReadAddresses = () => null,
): CommandOptions {
  const values = parseOptions(args);
  const isHelp = values.help === true;
  const { named, apiKey, lines } = isHelp
    ? { named: {}, apiKey: '', lines: [] }
    : completeTarget(values, env.DASHBOARD_API_KEY ?? '', readAddresses);
  const { service, host, page, dashboard = '' } = named;
  if (!isHelp) assertWhole({ ...values, ...named }, apiKey);
  return {
    service: parseAddress('--service', service),
    host: parseAddress('--host', host),
    page: page === undefined ? null : parsePage(page),
    dashboardGuid: dashboard,
    apiKey,
    sqlParameters: env.DASHBOARD_SQL_PARAMETERS ?? '',
    connectionString: env.DASHBOARD_CONNECTION_STRING || undefined,
    userHeaders: toUserHeaders(env),
    withLogout: values.logout === true,
    isWaiting: values.wait === true,
    timeoutSeconds: parseTimeout(values.timeout),
    isReport: values.report === true,
    isJson: values.json === true,
    isHelp,
    lines,
  };
}

/** Throws {@link UsageError} if an option lacks another one. */
function assertWhole(values: ReturnType<typeof parseOptions>, apiKey: string): void {
  const { service, host, page, dashboard = '', wait, report, logout } = values;
  assert(
    service !== undefined || host !== undefined || page !== undefined,
    'Name something to check: --service, --host or --page. No file of this folder has an address: run the doctor in the folder of your application.',
  );
  if (service !== undefined || host !== undefined) {
    assert(isGuid(dashboard), 'Set --dashboard to the GUID of a dashboard that may be opened.');
  }
  if (service) assert(apiKey, 'Set DASHBOARD_API_KEY to the key of the account.');
  if (wait) assert(service, '--wait needs --service.');
  if (report) assert(service, '--report needs --service.');
  if (logout) assert(host, '--logout needs --host.');
}

const OPTIONS = {
  service: { type: 'string' },
  host: { type: 'string' },
  page: { type: 'string' },
  dashboard: { type: 'string' },
  logout: { type: 'boolean' },
  wait: { type: 'boolean' },
  timeout: { type: 'string' },
  report: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseTimeout(value = String(CALL_LIMIT_MS / 1000)): number {
  const isAllowed = /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_SECONDS;
  assert(isAllowed, `--timeout must be a whole number of seconds, 1 to ${MOST_SECONDS}.`);
  return Number(value);
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    // Node's own message may repeat a value.
    const [, name = ''] = /--([a-z]+)\b/.exec((error as Error).message) ?? [];
    throw new UsageError(
      Object.hasOwn(OPTIONS, name)
        ? `Write --${name} ${OPTIONS[name as keyof typeof OPTIONS].type === 'string' ? 'with' : 'without'} a value.`
        : 'Unknown option. Secrets come from the environment.',
    );
  }
}

function parseAddress(option: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  const address = parseBaseUrl(value);
  assert(
    address,
    `${option} must be an address such as https://example.com/path, without user, password, query and fragment.`,
  );
  assert(!address.endsWith('/token'), `Leave /token out of ${option}.`);
  return address;
}

function parsePage(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isPage = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  assert(
    isPage,
    '--page must be an address such as https://app.example.com/, without user and password.',
  );
  return value;
}

function toUserHeaders(env: Environment): Record<string, string> {
  const headers: Record<string, string> = {};
  const { DASHBOARD_HOST_COOKIE: cookie, DASHBOARD_HOST_AUTHORIZATION: authorization } = env;
  if (cookie) headers.Cookie = parseHeader('DASHBOARD_HOST_COOKIE', cookie);
  if (authorization) {
    headers.Authorization = parseHeader('DASHBOARD_HOST_AUTHORIZATION', authorization);
  }
  return headers;
}

/** Node refuses other characters in a header, and repeats the header in its message. */
function parseHeader(name: string, value: string): string {
  assert(/^[\t\x20-\x7e\x80-\xff]+$/.test(value), `${name} is not the value of a header.`);
  return value;
}

function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new UsageError(message);
}
