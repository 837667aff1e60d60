import { createServer, type Server } from 'node:http';
import { createDashboardHost } from 'embedded-dashboard/host';
import { checkHost, type Finding } from 'embedded-dashboard/host-conformance';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { HostAddress } from '../../command/src/doctor/host-probe.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { HeldLimits } from '../support/held-limits.ts';
import { type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { FakeClock } from './fake-clock.ts';
import { type Fetch, toListener } from './faulty-service.ts';
import { listen } from './loopback.ts';

const COOKIE = 'session=SECRET';
const API_KEY = 'key-SECRET';

export interface HostUnderTest {
  readonly upstream: ScriptedUpstream;
  /** Returns the answers of a host that passes all checks. */
  createFetch: () => Fetch;
  /** Returns the address of a host with these answers, and of its user. */
  serve: (fetch: Fetch) => Promise<HostAddress>;
  /** Checks a host with these answers. */
  check: (fetch: Fetch, changes?: object) => Promise<Finding[]>;
}

/** Starts the service of a host before the tests of a file, and closes the checked host after each. */
export function useHost(): HostUnderTest {
  let upstream: ScriptedUpstream;
  let server: Server | undefined;

  beforeAll(async () => {
    upstream = await startUpstream();
    const { setTimeout, clearTimeout } = new HeldLimits();
    vi.stubGlobal('setTimeout', setTimeout);
    vi.stubGlobal('clearTimeout', clearTimeout);
  });

  afterAll(async () => {
    vi.unstubAllGlobals();
    await upstream[Symbol.asyncDispose]();
  });

  afterEach(() => {
    server?.close();
    server = undefined;
  });

  const serve = async (fetch: Fetch): Promise<HostAddress> => {
    server = createServer(toListener(fetch));
    const url = `${await listen(server)}/dashboards`;
    const headers = { Cookie: COOKIE };
    return { url, dashboardGuid: GUID, headers, clock: new FakeClock() };
  };

  return {
    get upstream() {
      return upstream;
    },
    createFetch() {
      const { fetch } = createDashboardHost({
        baseUrl: upstream.baseUrl,
        apiKey: API_KEY,
        resolve: (request) =>
          request.headers.get('Cookie') === COOKIE
            ? { sessionId: 'session-1', dashboards: [GUID] }
            : null,
      });
      return (request) => fetch(request);
    },
    serve,
    check: async (fetch, changes = {}) => checkHost({ ...(await serve(fetch)), ...changes }),
  };
}
