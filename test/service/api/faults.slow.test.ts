import {
  createDashboardService,
  type DashboardService,
  demoDashboards,
} from 'embedded-dashboard-service';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { turns } from '../../support/scripted-upstream.ts';
import { SETTINGS, testService } from '../../support/test-database.ts';

const { apiKey } = SETTINGS;
const [{ guid } = { guid: '' }] = demoDashboards;
const CALLS = ['getToken', 'tdb', 'logout'] as const;
const WELL = { getToken: 200, tdb: 200, logout: 204 };

let service: DashboardService;
let token: string;

const atFirst = { getToken: 'error' } as const;

beforeAll(async () => {
  service = createDashboardService({ ...(await testService()), faults: atFirst });
  expect((await call('getToken')).status).toBe(500);
  service.faults.getToken = undefined;
  // The caller may reuse the options for another service.
  expect(atFirst).toEqual({ getToken: 'error' });
  token = await (await call('getToken')).text();
});

afterEach(() => {
  vi.useRealTimers();
  service.faults = {};
});

afterAll(() => service.close());

function call(name: (typeof CALLS)[number], signal?: AbortSignal): Promise<Response> {
  const path = {
    getToken: `/Api/GetToken/${apiKey}/anna/${guid}`,
    tdb: `/Tdb/${token}`,
    logout: `/api/logout/${apiKey}/bob`,
  }[name];
  return service.fetch(new Request(`http://service.test${path}`, { signal }));
}

/** Tracks the status of a call. It is null while the call is pending. */
function watch(answer: Promise<Response>): { status: number | null } {
  const seen: { status: number | null } = { status: null };
  void answer.then(({ status }) => (seen.status = status));
  return seen;
}

const policyOf = ({ headers }: Response): string => headers.get('Content-Security-Policy')!;

describe.each(CALLS)('%s', (name) => {
  it('answers 500 for "error", does not affect the other calls, and recovers', async () => {
    service.faults[name] = 'error';
    for (const each of CALLS) {
      expect([each, (await call(each)).status]).toEqual([each, each === name ? 500 : WELL[each]]);
    }
    expect(await (await call(name)).json()).toMatchObject({ error: { code: 'internal' } });
    service.faults = {};
    expect((await call(name)).status).toBe(WELL[name]);
  });

  it('answers as usual for "slow", three seconds late or as many milliseconds as asked for', async () => {
    for (const slowMs of [undefined, 20]) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      service.faults = { [name]: 'slow', slowMs };
      const answer = call(name);
      const seen = watch(answer);
      while (vi.getTimerCount() === 0) await turns(1);
      vi.advanceTimersByTime((slowMs ?? 3000) - 1);
      await turns(50);
      expect(seen.status).toBeNull();
      vi.advanceTimersByTime(1);
      expect((await answer).status).toBe(WELL[name]);
      vi.useRealTimers();
    }
  });

  it.each(['slow', 'hang'] as const)(
    'ends a call delayed by "%s" when its caller leaves',
    async (fault) => {
      service.faults = { [name]: fault, slowMs: 1_000_000 };
      const caller = new AbortController();
      const answer = call(name, caller.signal);
      const seen = watch(answer);
      await turns(50);
      expect(seen.status).toBeNull();
      caller.abort();
      expect((await answer).status).toBe(503);
    },
  );
});

describe('tdb', () => {
  it('answers with an empty page for "blank", and 204 for "no-content"', async () => {
    service.faults.tdb = 'blank';
    const answer = await call('tdb');
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'text/html; charset=UTF-8',
    ]);
    expect(await answer.text()).not.toContain('<body');
    service.faults.tdb = 'no-content';
    expect((await call('tdb')).status).toBe(204);
  });

  it('answers with a dashboard that no page may frame for "refuse-frames"', async () => {
    expect(policyOf(await call('tdb'))).toContain('frame-ancestors *;');
    service.faults.tdb = 'refuse-frames';
    const answer = await call('tdb');
    expect(policyOf(answer)).toContain("frame-ancestors 'none';");
    expect(await answer.text()).toContain('data-tile');
  });

  it('sends a tile with a dataset of its own later than the others for "slow-tile"', async () => {
    service.faults = { tdb: 'slow-tile', slowMs: 60_000 };
    const { tiles } = demoDashboards[0]!.definition;
    const { body } = await call('tdb');
    let page = '';
    const missing = () =>
      tiles.map(({ id }) => id).filter((id) => !page.includes(`data-tile="${id}"`));
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      page += text;
      if (missing().length === 1) break;
    }
    expect(missing()).toEqual(['revenue-by-category']);
  });
});

// This test is the last one, because it closes the service.
it('ends calls delayed by "hang" when the service closes', async () => {
  const { url } = await service.listen(0);
  service.faults = { logout: 'hang' };
  const local = call('logout');
  const remote = fetch(`${url}/api/logout/${apiKey}/bob`).catch(() => null);
  await turns(50);
  await service.close();
  expect((await local).status).toBe(503);
  await remote;
});
