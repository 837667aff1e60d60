// A host application that meets every fault: all of its calls, against each of the services that it
// is told of. Tells its parent what came of them, and logs each error as an application would.
import { setTimeout as delay } from 'node:timers/promises';
import { createDashboardHost } from 'embedded-dashboard/host';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';

import { everythingOf, SECRETS } from './secret-scan.ts';

/** What came of one call. */
export interface Outcome {
  fault: string;
  call: string;
  /** The status of an answer; the code of an error of the host, else its name; `null` where it succeeded. */
  ended: number | string | null;
  /** All that can be seen of it. */
  shown: string;
}

const services = Object.entries(JSON.parse(process.env['SERVICES']!) as Record<string, string>);

async function meet(fault: string, baseUrl: string): Promise<Outcome[]> {
  // Each call in a session of its own, for no two of them are to share an answer.
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
    'the page route': () => host.fetch(pageCall(GUID)),
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

// The first one grants a token, if nothing else keeps it from that.
const granted = await meet(...services[0]!);
const faults = await Promise.all(services.slice(1).map((service) => meet(...service)));
// Calls are noted there a little after their end, and some that were given up later still.
const noted = (): object[] => performance.getEntriesByType('resource');
for (let waits = 0; waits < 200 && (waits < 2 || noted().length > 0); waits += 1) await delay(100);
const timeline = everythingOf(noted());
const left = { fault: 'any', call: 'what Node keeps of calls', ended: null, shown: timeline };
process.send!([...granted, ...faults.flat(), left]);
