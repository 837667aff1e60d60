import { runHostChecks } from './check-host.ts';
import { checkPage } from './check-page.ts';
import { checkService } from './check-service.ts';
import { withPatience, type Clock } from './clock.ts';
import type { CommandOptions } from './command-options.ts';
import type { Finding, Part } from './finding.ts';
import { HostProbe } from './host-probe.ts';
import { CALL_LIMIT_MS, HttpCallError, isSafe, limitTime, toShortAddress } from './http-call.ts';
import type { ServiceAnswer } from './service-answers.ts';
import { findBaseUrl } from './tag-calls.ts';

/** The results of one part. */
export interface PartReport {
  part: Part;
  /** The scheme and host of the part. */
  address: string;
  findings: Finding[];
  /** Things that could not be checked. */
  notes: string[];
  /** The behavior of a service. */
  answers?: ServiceAnswer[];
  /** The reason why the part could not run, or could not finish. */
  failure?: string;
}

/** The time for all calls except waiting, in milliseconds. Two seconds are left to end the session. */
const LIMIT_MS = 13_000;

/** The time of a run. */
export interface RunTime {
  clock: Clock;
  /** Ends the run early. */
  stop: AbortSignal;
  /** Reports the number of seconds that the run still waits. */
  onWait: (seconds: number) => void;
}

/** Runs the parts at the same time. Each knows the addresses of the others. */
export async function runParts(
  options: CommandOptions,
  { clock: ownClock, stop, onWait }: RunTime,
): Promise<PartReport[]> {
  const clock = withPatience(ownClock, (1000 * options.timeoutSeconds) / CALL_LIMIT_MS);
  const { service, host, page, userHeaders, dashboardGuid, isWaiting } = options;
  const limited = limitTime(clock, LIMIT_MS, stop);
  const pageOrigin = page ? toShortAddress(page) : undefined;
  const headers = host && !isSafe(host) ? {} : userHeaders;
  const calls = { headers, pageOrigin, clock, signal: limited, apiKey: options.apiKey };
  const serviceUrl = service && isSafe(service) ? service : undefined;
  const probe = host ? new HostProbe({ url: host, dashboardGuid, serviceUrl, ...calls }) : null;
  const parts: Promise<PartReport>[] = [];
  if (service) {
    const signal = isWaiting ? stop : limited;
    const embedder = pageOrigin ?? probe?.origin;
    const address = { ...options, url: service, embedder, clock, signal, onWait };
    parts.push(runPart('service', service, signal, () => checkService(address)));
  }
  if (probe) {
    parts.push(runPart('host', probe.origin, limited, () => checkProbe(probe, options)));
  }
  if (page) {
    const run = () => checkItsPage(page, probe, options, { clock, signal: limited });
    parts.push(runPart('page', page, limited, run));
  }
  return Promise.all(parts);
}

const NOT_SENT = 'The headers of the user were not sent: others could read them. Use https.';

/** Throws {@link HttpCallError} if the host cannot be reached. */
async function checkProbe(probe: HostProbe, { withLogout, userHeaders }: CommandOptions) {
  await probe.token();
  const hasLost = Object.keys(userHeaders).length > 0 && !isSafe(probe.origin);
  return {
    findings: await runHostChecks(probe, withLogout),
    notes: hasLost ? [NOT_SENT] : [],
  };
}

/** A page of another origin than the host does not get the headers of the user. */
async function checkItsPage(
  url: string,
  probe: HostProbe | null,
  { service, host, userHeaders, dashboardGuid }: CommandOptions,
  limits: { clock: Clock; signal: AbortSignal },
) {
  const isOwn = !probe || toShortAddress(url) === probe.origin;
  return checkPage({
    url,
    headers: isOwn && isSafe(url) ? userHeaders : {},
    serviceUrl: service ?? undefined,
    hostBaseUrl: await findHostBaseUrl(probe),
    hostUrl: host ?? undefined,
    dashboardGuid: dashboardGuid || undefined,
    ...limits,
  });
}

/** A part that was stopped has the findings of the checks that did run. */
async function runPart(
  part: Part,
  url: string,
  signal: AbortSignal,
  run: () => Promise<Partial<PartReport>>,
): Promise<PartReport> {
  const report = { part, address: toShortAddress(url), findings: [], notes: [] };
  try {
    const result = await run();
    const { reason } = signal;
    return {
      ...report,
      ...(reason instanceof HttpCallError && { failure: reason.message }),
      ...result,
    };
  } catch (error) {
    if (error instanceof HttpCallError) return { ...report, failure: error.message };
    throw error;
  }
}

/** Returns the address of the service that a host names with its token. */
async function findHostBaseUrl(host: HostProbe | null): Promise<string | undefined> {
  try {
    return host ? findBaseUrl(await host.token()) : undefined;
  } catch {
    return undefined;
  }
}
