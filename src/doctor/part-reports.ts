import { runHostChecks } from './check-host.ts';
import { checkPage } from './check-page.ts';
import { checkService } from './check-service.ts';
import type { CommandOptions } from './command-options.ts';
import type { Finding, Part } from './finding.ts';
import { HostProbe } from './host-probe.ts';
import { HttpCallError, toShortAddress } from './http-call.ts';
import type { ServiceAnswer } from './service-answers.ts';

/** The results of one part. */
export interface PartReport {
  part: Part;
  /** Scheme and host. */
  address: string;
  findings: Finding[];
  /** Things that could not be checked. */
  notes: string[];
  /** How a service behaves. */
  answers?: ServiceAnswer[];
  /** Why the part could not run, or not to its end. */
  failure?: string;
}

/** The time for all calls except waiting, in milliseconds. Two seconds are left to end the session. */
const LIMIT_MS = 13_000;

/** Runs the parts at the same time. The page part learns from the host which service its frames show. */
export async function runParts(
  options: CommandOptions,
  stop: AbortSignal,
  onWait: (seconds: number) => void,
): Promise<PartReport[]> {
  const { service, host, page, userHeaders: headers, dashboardGuid, isWaiting } = options;
  const limited = withTimeLimit(stop);
  const probe = host ? new HostProbe({ url: host, dashboardGuid, headers, signal: limited }) : null;
  const parts: Promise<PartReport>[] = [];
  if (service) {
    const signal = isWaiting ? stop : limited;
    const embedder = (page ?? host) ? toShortAddress((page ?? host)!) : undefined;
    const address = { ...options, url: service, embedder, signal, onWait };
    parts.push(runPart('service', service, () => checkService(address)));
  }
  if (probe) parts.push(runPart('host', probe.origin, () => checkProbe(probe, options)));
  if (page) parts.push(runPart('page', page, () => checkItsPage(page, probe, options, limited)));
  const reports = await Promise.all(parts);
  return reports.map((report) => withLimit(report, limited, isWaiting));
}

/** Throws {@link HttpCallError} if the host cannot be reached. */
async function checkProbe(probe: HostProbe, { withLogout }: CommandOptions) {
  await probe.token();
  return { findings: await runHostChecks(probe, withLogout) };
}

/** A page of another origin than the host does not get the headers of the user. */
async function checkItsPage(
  url: string,
  probe: HostProbe | null,
  { service, userHeaders }: CommandOptions,
  signal: AbortSignal,
) {
  const isOwn = !probe || toShortAddress(url) === probe.origin;
  const serviceUrl = service ?? (await findBaseUrl(probe));
  return checkPage({ url, headers: isOwn ? userHeaders : {}, serviceUrl, signal });
}

/** `AbortSignal.any` loses a timeout in Node 20: https://github.com/nodejs/node/issues/57736 */
function withTimeLimit(stop: AbortSignal): AbortSignal {
  const limit = new AbortController();
  const end = (): void => limit.abort();
  setTimeout(end, LIMIT_MS).unref();
  stop.addEventListener('abort', end, { once: true });
  return limit.signal;
}

async function runPart(
  part: Part,
  url: string,
  run: () => Promise<Partial<PartReport>>,
): Promise<PartReport> {
  const report = { part, address: toShortAddress(url), findings: [], notes: [] };
  try {
    return { ...report, ...(await run()) };
  } catch (error) {
    if (error instanceof HttpCallError) return { ...report, failure: error.message };
    throw error;
  }
}

/** Checks that did not run are not in the findings. */
function withLimit(report: PartReport, limited: AbortSignal, isWaiting: boolean): PartReport {
  const isStopped = limited.aborted && !(isWaiting && report.part === 'service');
  const failure = 'Not all checks ran: the calls took more than 15 seconds in all.';
  return isStopped ? { failure, ...report } : report;
}

/** Returns the address of the service that a host names with its token. */
async function findBaseUrl(host: HostProbe | null): Promise<string | undefined> {
  try {
    const { body } = (await host?.token()) ?? {};
    const { baseUrl } = JSON.parse(body ?? '{}') as { baseUrl?: unknown };
    return typeof baseUrl === 'string' ? baseUrl : undefined;
  } catch {
    return undefined;
  }
}
