// A host application that meets every fault: it makes all calls against each service in `SERVICES`.
// It sends the outcomes to its parent process, and logs each error as an application would.
import { setTimeout as delay } from 'node:timers/promises';
import { createDashboardHost } from 'embedded-dashboard/host';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { HeldLimits } from '../support/held-limits.ts';
import { everythingOf, SECRETS } from './secret-scan.ts';

/** The outcome of one call. */
export interface Outcome {
  fault: string;
  call: string;
  /** The status of an answer; the code of an error, or else its name; `null` if a client call succeeds. */
  ended: number | string | null;
  /** Everything that is visible of the outcome. */
  shown: string;
}

/** The faults that only a limit ends. */
const ENDLESS = new Set(['no answer', 'a body that never ends']);

/** The first choices, as the address of a full page has them. */
const choice = new URLSearchParams({ filters: JSON.stringify(SECRETS.filters) });
const limits = new HeldLimits();
Object.assign(globalThis, { setTimeout: limits.setTimeout, clearTimeout: limits.clearTimeout });

const services = Object.entries(JSON.parse(process.env['SERVICES']!) as Record<string, string>);

async function meet(fault: string, baseUrl: string): Promise<Outcome[]> {
  // Each call has its own session, because no two calls may share an answer.
  const { connectionString, sqlParameters } = SECRETS;
  const toUser = (call: string) => {
    return { connectionString, sqlParameters, sessionId: `${SECRETS.sessionId}-${call}` };
  };
  const host = createDashboardHost({
    baseUrl,
    apiKey: SECRETS.apiKey,
    resolve: ({ url }) => ({ ...toUser(new URL(url).pathname.split('/')[2]!), dashboards: [GUID] }),
  });
  const { client } = host;
  const getToken = (form: 'json' | 'text' | 'query') => {
    const user = toUser(form);
    const request = { ...user, dashboardGuid: GUID, form };
    return client.getToken(form === 'query' ? { ...request, connectionString: null } : request);
  };
  const calls: Record<string, () => Promise<unknown>> = {
    'getToken with JSON': () => getToken('json'),
    'getToken with text': () => getToken('text'),
    'getToken by GET': () => getToken('query'),
    logout: () => client.logout(toUser('client')),
    'the token route': () => host.fetch(tokenCall()),
    'the logout route': () => host.fetch(logoutCall()),
    'the page route': () => host.fetch(pageCall(`${GUID}?${choice}`)),
  };
  return Promise.all(
    Object.entries(calls).map(async ([call, run]) =>
      Object.assign({ fault, call }, await observe(run)),
    ),
  );
}

async function observe(run: () => Promise<unknown>): Promise<Pick<Outcome, 'ended' | 'shown'>> {
  try {
    const value = await run();
    if (!(value instanceof Response)) return { ended: null, shown: everythingOf(value) };
    const { status, statusText, headers } = value;
    const body = await value.clone().text();
    const shown = [statusText, JSON.stringify([...headers]), body, everythingOf(value)];
    return { ended: status, shown: shown.join('\n') };
  } catch (error) {
    console.log(error);
    console.error('%s %o', error, error);
    console.dir(error, { depth: null, showHidden: true });
    const { name, code = name } = error as Error & { code?: string };
    return { ended: code, shown: everythingOf(error) };
  }
}

// The first service grants a token, unless something else prevents it.
const granted = await meet(...services[0]!);
const faults = services.slice(1).map(([fault, baseUrl]) => ({ fault, met: meet(fault, baseUrl) }));
const all = Promise.all(faults.map(({ met }) => met));
await Promise.all(faults.filter(({ fault }) => !ENDLESS.has(fault)).map(({ met }) => met));
let isOver = false;
void all.finally(() => (isOver = true));
// A call that waits for another call of its session gets its limit later.
for (; !isOver; await delay(10)) limits.end();
const outcomes = await all;
// Node adds calls to its timeline shortly after they end. The host removes them after some seconds.
const noted = (): object[] => performance.getEntriesByType('resource');
for (let waits = 0; waits < 200 && (waits < 2 || noted().length > 0); waits += 1) {
  await delay(100);
  limits.end();
}
const timeline = everythingOf(noted());
const left = { fault: 'any', call: 'the performance timeline', ended: null, shown: timeline };
process.send!([...granted, ...outcomes.flat(), left]);
