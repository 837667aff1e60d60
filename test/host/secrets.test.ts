import { beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from './fault-round.ts';
import { everythingOf, findSecrets, SECRETS } from './secret-scan.ts';
import { answerWith, startUpstream } from '../support/scripted-upstream.ts';
import { answeredFaults, unreachableAddresses } from './upstream-faults.ts';
import { runWatched, type WatchedProcess } from './watched-process.ts';

const ROUND = 'test/host/fault-round.ts';
const ANSWERED = Object.keys(answeredFaults(''));
const UNREACHABLE = Object.keys(unreachableAddresses(0));
const GRANTED = 'a token';

let round: WatchedProcess;
let outcomes: Outcome[];
let callsElsewhere: number;

// One service has all faults, and the path of the base address selects one. So all faults run at once.
beforeAll(async () => {
  await using upstream = await startUpstream();
  await using elsewhere = await startUpstream();
  const faults = Object.values(answeredFaults(elsewhere.baseUrl));
  const scripts = [answerWith(SECRETS.token), ...faults];
  upstream.script((response, call) => scripts[Number(call.url.split('/')[1])]!(response, call));
  const services = {
    ...Object.fromEntries(
      [GRANTED, ...ANSWERED].map((fault, at) => [fault, `${upstream.baseUrl}/${at}`]),
    ),
    ...unreachableAddresses(Number(new URL(upstream.baseUrl).port)),
  };
  round = await runWatched(ROUND, { env: { SERVICES: JSON.stringify(services) } });
  outcomes = (round.messages as Outcome[][]).flat();
  callsElsewhere = elsewhere.calls.length;
});

const of = (fault: string): Outcome[] => outcomes.filter((outcome) => outcome.fault === fault);

describe('no secret appears after', () => {
  test.for([...ANSWERED, ...UNREACHABLE])('%s', (fault) => {
    const all = of(fault);
    expect(all).toHaveLength(7);
    for (const { call, ended, shown } of all) {
      // A logout succeeds with any success status, and with a session that the service does not know.
      const isDone = /logout/.test(call) && /^(200|404|a token)/.test(fault);
      if (!isDone) expect([call, String(ended)]).toEqual([call, expect.stringMatching(FAILED)]);
      expect([call, findSecrets(shown)]).toEqual([call, []]);
    }
  });
});

/** The status of the host's answer, or the code of its error. */
const FAILED = /^(404|429|50\d|not-found|rate-limited|upstream-(?!$).*)$/;

describe('the process', () => {
  test('exits normally, without unhandled rejections', () => {
    expect(round.exitCode).toBe(0);
  });

  test('writes the host’s errors that applications log, and the host’s own lines', () => {
    expect(round.stdout).toContain(
      'DashboardHostError: The dashboard service could not be reached',
    );
    expect(round.stderr).toMatch(/^embedded-dashboard: upstream-unreachable: /m);
  });

  test('writes no secrets', () => {
    expect(findSecrets(round.stdout)).toEqual([]);
    expect(findSecrets(round.stderr)).toEqual([]);
  });

  test('leaves no address in Node’s performance timeline', () => {
    const [{ shown } = {}] = of('any');
    expect(findSecrets(shown!)).toEqual([]);
  });

  test('follows no redirect to another host', () => {
    expect(callsElsewhere).toBe(0);
  });
});

test('a token and first choices appear in the answers that have them, and no secret appears', () => {
  const shown = of(GRANTED).map(({ call, ended, shown: text }) => {
    const found = new Set(findSecrets(text).flatMap((context) => context.match(/CANARY[\w-]*/g)));
    return [call, ended, [...found]];
  });
  const { token, filters } = SECRETS;
  expect(shown).toEqual([
    ['getToken with JSON', null, [token]],
    ['getToken with text', null, [token]],
    ['getToken by GET', null, [token]],
    ['logout', null, []],
    ['the token route', 200, [token]],
    ['the logout route', 204, []],
    ['the page route', 303, [token, filters.Region]],
  ]);
});

const { apiKey } = SECRETS;

test.for<[string, unknown]>([
  ['a text', apiKey],
  ['lower case', apiKey.toLowerCase()],
  ['an address, encoded twice', '%2543%2541%254E%2541%2552%2559'],
  ['hexadecimal digits', Buffer.from(apiKey).toString('hex')],
  // Base64 depends on the offset.
  ...['', '/', 'a/'].map((before): [string, string] => [
    `base64 after “${before}”`,
    Buffer.from(`${before}${apiKey}/b`).toString('base64'),
  ]),
  ['a cause', new Error('x', { cause: new Error('y', { cause: { text: apiKey } }) })],
  ['a hidden field', Object.defineProperty({}, 'x', { value: apiKey })],
  ['an inherited field', Object.create({ [Symbol('x')]: apiKey })],
  ['the result of toJSON', { toJSON: () => apiKey }],
  ['a header', new Response('', { headers: { 'X-Key': apiKey } })],
])('the scan finds a secret in %s', ([, value]) => {
  expect(findSecrets(everythingOf(value))).not.toEqual([]);
  expect(findSecrets(everythingOf(new Error('canoe')))).toEqual([]);
});
