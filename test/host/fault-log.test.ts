import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardHostOptions, sessionIdFrom } from 'embedded-dashboard/host';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { answerWith } from '../support/scripted-upstream.ts';
import { endOf, newHost, upstream, USER, useUpstream } from './own-upstream.ts';

useUpstream();

const DOCTOR = / Run: npx embedded-dashboard doctor --service (http:\S+) --dashboard (\S+)/;
const WRONG_KEY =
  'embedded-dashboard: upstream-status: The dashboard service answered with status 401: it refused the API key, check apiKey.';
const BAD_SESSION =
  'embedded-dashboard: config: sessionId must be 1 to 128 letters, digits, _ or -: sessionIdFrom makes one.';
const BROKEN = 'embedded-dashboard: config: The host application’s resolve function failed.';

const UNREACHABLE =
  'embedded-dashboard: upstream-unreachable: The dashboard service could not be reached: check baseUrl and the network.';
const HINT = 'Set NODE_ENV=development to see the message of its exception.';

let lines: unknown[][];

/** The lines without the command of the doctor. */
const withoutDoctor = () => lines.map(([line]) => [String(line).replace(DOCTOR, '')]);

beforeEach(() => {
  lines = vi.spyOn(console, 'error').mockImplementation(() => {}).mock.calls;
});

/** Fails as an application that must not be quoted. */
const throwing = (fields: object) => () => {
  throw Object.assign(new Error('SECRET\n    at SECRET (/SECRET.js:1:1)'), fields);
};
const resolve = throwing({});

describe('the log has a line', () => {
  test.for([logoutCall, () => pageCall(GUID)])(
    'that names the API key if it is wrong, on route %#',
    async (toCall) => {
      upstream.script(answerWith('', { status: 401 }));
      await newHost().fetch(toCall());
      expect(withoutDoctor()).toEqual([[WRONG_KEY]]);
    },
  );

  test('with the command of the doctor for a dashboard that the service does not know', async () => {
    upstream.script(answerWith('', { status: 404 }));
    await newHost().fetch(tokenCall());
    const [[line]] = lines as [[string]];
    expect(DOCTOR.exec(line)!.slice(1)).toEqual([upstream.baseUrl, GUID]);
  });

  // Nothing listens at port 2. A name of 64 letters is too long for DNS.
  test.for([
    ['http://127.0.0.1:2', 'ECONNREFUSED'],
    [`http://${'x'.repeat(64)}.example`, 'ENOTFOUND'],
  ])('with the code of the network for %s', async ([baseUrl, code]) => {
    await newHost({ baseUrl }).fetch(tokenCall());
    expect(withoutDoctor()).toEqual([[`${UNREACHABLE} The connection failed: ${code}.`]]);
  });

  test('with the stack of an exception of resolve, without its message', async () => {
    await newHost({ resolve }).fetch(tokenCall());
    const [[line]] = lines as [[string]];
    const [first, place, ...others] = line.split('\n');
    expect(first).toBe(`${BROKEN} ${HINT}`);
    expect(place).toMatch(/^ {4}at .*fault-log\.test\.ts:\d+:\d+\)?$/);
    expect(others.length).toBeLessThan(5);
    expect(line).not.toContain('SECRET');
  });

  test.for<[string, DashboardHostOptions['resolve'], string]>([
    ['throws a string', () => Promise.reject('SECRET'), BROKEN],
    ['throws an error without a stack', throwing({ stack: undefined }), `${BROKEN} ${HINT}`],
    ['throws an error with a list as its stack', throwing({ stack: [] }), `${BROKEN} ${HINT}`],
  ])('if resolve %s, without the reason', async ([, failing, line]) => {
    expect(await endOf(newHost({ resolve: failing }).fetch(tokenCall()))).toBe('500 config');
    expect(lines).toEqual([[line]]);
  });

  test('with the message of an error of the host that resolve throws, and its place', async () => {
    const user = { id: 7 as unknown as string };
    const byNumber = () => ({ ...USER, sessionId: sessionIdFrom(user.id) });
    await newHost({ resolve: byNumber }).fetch(tokenCall());
    const [[line]] = lines as [[string]];
    const [first, ...places] = line.split('\n');
    expect(first).toMatch(
      /^\S+ config: .* failed\. sessionIdFrom .* Write String\(id\) for a number\.$/,
    );
    expect(places.join('\n')).toMatch(/fault-log\.test\.ts:\d+:\d+/);
  });

  test('with the message of an exception of resolve in development', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    await newHost({ resolve }).fetch(tokenCall());
    vi.unstubAllEnvs();
    expect(lines).toEqual([[expect.stringContaining(`${BROKEN} SECRET`)]]);
  });
});

describe('the log has no line', () => {
  test.for<[string, () => Request, Partial<DashboardHostOptions>]>([
    ['200', tokenCall, {}],
    ['401 unauthenticated', tokenCall, { resolve: () => null }],
    ['403 forbidden', tokenCall, { resolve: () => ({ ...USER, dashboards: [] }) }],
    ['404 not-found', () => pageCall('nothing'), {}],
    ['400 bad-request', () => tokenCall({ body: 'x' }), {}],
  ])('for %s', async ([end, toCall, options]) => {
    expect(await endOf(newHost(options).fetch(toCall()))).toBe(end);
    expect(lines).toEqual([]);
  });
});

describe('an outage', () => {
  const MINUTE_MS = 60_000;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
    upstream.script(answerWith('', { status: 401 }));
  });

  /** Makes `count` failing calls in sequence. */
  async function fail(count: number, host: ReturnType<typeof newHost>): Promise<void> {
    for (let call = 0; call < count; call += 1) await host.fetch(tokenCall());
  }

  test('writes one line per minute, with the number of repetitions since the last line', async () => {
    const host = newHost();
    await fail(3, host);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    await fail(1, host);
    expect(withoutDoctor()).toEqual([[WRONG_KEY]]);
    vi.advanceTimersByTime(1);
    await fail(2, host);
    expect(withoutDoctor()).toEqual([[WRONG_KEY], [`${WRONG_KEY} (3 more since the last line)`]]);
    vi.advanceTimersByTime(MINUTE_MS);
    await fail(1, host);
    vi.advanceTimersByTime(MINUTE_MS);
    await fail(1, host);
    expect(withoutDoctor().slice(2)).toEqual([
      [`${WRONG_KEY} (1 more since the last line)`],
      [WRONG_KEY],
    ]);
  });

  test('does not hide another error', async () => {
    const users = [USER, { ...USER, sessionId: '' }, USER];
    await fail(3, newHost({ resolve: () => users.pop()! }));
    expect(withoutDoctor()).toEqual([[WRONG_KEY], [BAD_SESSION]]);
  });

  test('writes its next line although the wall clock is set back', async () => {
    const host = newHost();
    await fail(1, host);
    vi.advanceTimersByTime(MINUTE_MS);
    vi.setSystemTime(0);
    await fail(1, host);
    expect(withoutDoctor()).toEqual([[WRONG_KEY], [WRONG_KEY]]);
  });
});
