import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { newHost, upstream, USER, useUpstream } from './own-upstream.ts';
import { answerWith } from '../support/scripted-upstream.ts';

useUpstream();

const WRONG_KEY =
  'embedded-dashboard: upstream-status: ' +
  'The dashboard service answered with status 401: it refused the API key, check apiKey. Run: npx embedded-dashboard doctor';
const BAD_SESSION =
  'embedded-dashboard: config: sessionId must be 1 to 128 letters, digits, _ or -: sessionIdFrom makes one.';

let lines: unknown[][];

beforeEach(() => {
  lines = vi.spyOn(console, 'error').mockImplementation(() => {}).mock.calls;
});

describe('the log', () => {
  test('has a line that names the API key if it is wrong, on every route', async () => {
    upstream.script(answerWith('', { status: 401 }));
    for (const call of [tokenCall(), logoutCall(), pageCall(GUID)]) {
      lines.length = 0;
      await newHost().fetch(call);
      expect(lines).toEqual([[WRONG_KEY]]);
    }
  });

  test('has a line that names baseUrl if the base address is wrong', async () => {
    const host = newHost();
    await upstream[Symbol.asyncDispose]();
    await host.fetch(tokenCall());
    expect(lines).toEqual([
      [expect.stringMatching(/^embedded-dashboard: upstream-unreachable: .* check baseUrl/)],
    ]);
  });

  test('has a line for a permitted dashboard that the service does not know', async () => {
    upstream.script(answerWith('', { status: 404 }));
    expect((await newHost().fetch(tokenCall())).status).toBe(404);
    expect(lines).toEqual([
      [
        expect.stringMatching(
          /^embedded-dashboard: not-found: The dashboard service does not know this.* Run: npx embedded-dashboard doctor$/,
        ),
      ],
    ]);
  });

  const BROKEN = 'embedded-dashboard: config: The host application’s resolve function failed.';
  const resolve = () => {
    throw new Error('SECRET\n    at SECRET (/SECRET.js:1:1)');
  };

  test('has a line with the stack of an exception of resolve, without its message', async () => {
    await newHost({ resolve }).fetch(tokenCall());
    const [[line]] = lines as [[string]];
    const [first, place, ...others] = line.split('\n');
    expect(first).toBe(BROKEN);
    expect(place).toMatch(/^ {4}at resolve \(.*fault-log\.test\.ts:\d+:\d+\)$/);
    expect(others.length).toBeLessThan(5);
    expect(line).not.toContain('SECRET');
  });

  test('has a line for a resolve that throws a string, without the string', async () => {
    const throwText = () => {
      throw 'SECRET';
    };
    await newHost({ resolve: throwText }).fetch(tokenCall());
    expect(lines).toEqual([[BROKEN]]);
  });

  test.for([undefined, []])(
    'has a line for an exception of resolve with the stack %j',
    async (stack) => {
      const throwError = () => {
        throw Object.assign(new Error('SECRET'), { stack });
      };
      expect((await newHost({ resolve: throwError }).fetch(tokenCall())).status).toBe(500);
      expect(lines).toEqual([[BROKEN]]);
    },
  );

  test('has the message of an exception of resolve in development', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    await newHost({ resolve }).fetch(tokenCall());
    vi.unstubAllEnvs();
    expect(lines).toEqual([[expect.stringContaining(`${BROKEN} SECRET`)]]);
  });
});

describe('the log has no line', () => {
  test('for successes and for errors of the caller', async () => {
    const host = newHost();
    const answers = await Promise.all([
      host.fetch(tokenCall()),
      newHost({ resolve: () => null }).fetch(tokenCall()),
      newHost({ resolve: () => ({ ...USER, dashboards: [] }) }).fetch(tokenCall()),
      host.fetch(pageCall('nothing')),
      host.fetch(tokenCall({ body: 'x' })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 403, 404, 400]);
    expect(lines).toEqual([]);
  });

  test('for a caller that aborts', async () => {
    upstream.script(() => {});
    const caller = new AbortController();
    const answer = newHost().fetch(tokenCall({ signal: caller.signal }));
    await expect.poll(() => upstream.calls).toHaveLength(1);
    caller.abort();
    expect((await answer).status).toBe(502);
    expect(lines).toEqual([]);
  });
});

describe('an outage', () => {
  const MINUTE_MS = 60_000;

  /** Makes `count` failing calls in sequence. */
  async function fail(count: number, host: ReturnType<typeof newHost>): Promise<void> {
    for (let call = 0; call < count; call += 1) {
      await host.fetch(tokenCall());
    }
  }

  test('writes one line per minute, with the number of repetitions since the last line', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    upstream.script(answerWith('', { status: 401 }));
    const host = newHost();
    await fail(3, host);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    await fail(1, host);
    expect(lines).toEqual([[WRONG_KEY]]);
    vi.advanceTimersByTime(1);
    await fail(2, host);
    expect(lines).toEqual([[WRONG_KEY], [`${WRONG_KEY} (3 more since the last line)`]]);
    vi.advanceTimersByTime(MINUTE_MS);
    await fail(1, host);
    vi.advanceTimersByTime(MINUTE_MS);
    await fail(1, host);
    expect(lines.slice(2)).toEqual([[`${WRONG_KEY} (1 more since the last line)`], [WRONG_KEY]]);
  });

  test('does not hide another error', async () => {
    upstream.script(answerWith('', { status: 401 }));
    const users = [USER, { ...USER, sessionId: '' }, USER];
    await fail(3, newHost({ resolve: () => users.pop()! }));
    expect(lines).toEqual([[WRONG_KEY], [BAD_SESSION]]);
  });

  test('writes its next line although the wall clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    upstream.script(answerWith('', { status: 401 }));
    const host = newHost();
    await fail(1, host);
    vi.advanceTimersByTime(MINUTE_MS);
    vi.setSystemTime(0);
    await fail(1, host);
    expect(lines).toEqual([[WRONG_KEY], [WRONG_KEY]]);
  });
});
