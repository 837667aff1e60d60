import { describe, expect, it } from 'vitest';
import { checkService } from '../../../command/src/doctor/check-service.ts';
import type { Clock } from '../../../command/src/doctor/clock.ts';
import { createCompany, openOffice } from '../../support/back-office.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { useService } from '../tested-service.ts';

const apiKey = 'key of the+demo%';
const keyInPath = encodeURIComponent(apiKey);
const { adminPassword } = SETTINGS;
const TOKEN = /^[\w-]{43}$/;

let now = Date.UTC(2026, 10, 21, 12);
const shown = figuresDashboard(1, { one: 'SELECT 1 AS n' });
const hidden = { ...figuresDashboard(2, {}), accessible: false };
const { guid } = shown;
const tested = useService({ apiKey, dashboards: [shown, hidden], clock: () => now });

const inPath = (session = 'anna', dashboard = guid): string =>
  `/Api/GetToken/${keyInPath}/${session}/${dashboard}`;
const inQuery = (session = 'anna'): string =>
  `/Api/GetToken?apiKey=${keyInPath}&sessionID=${session}&dashboardGuid=${guid}`;

function post(path: string, type: string, body: string): Promise<Response> {
  return fetch(tested.url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
}

async function errorOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(Object.keys(error)).toEqual(['code', 'message']);
  expect(error.message).not.toBe('');
  return `${response.status} ${error.code}`;
}

describe('GetToken', () => {
  it.each([
    ['path', inPath()],
    ['query', inQuery()],
  ])('answers with parameters in the %s, and a body of any kind or none', async (_, address) => {
    const json = '{"ConnectionString":"pglite:demo","user":"Anna","CustomInfo":"x"}';
    const answers = await Promise.all([
      post(address, 'application/json; charset=utf-8', json),
      post(address, 'text/plain', 'pglite:demo'),
      fetch(tested.url + address),
      fetch(tested.url + address, { method: 'POST' }),
    ]);
    const tokens = await Promise.all(
      answers.map((answer) => {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^text\/plain/),
        ]);
        return answer.text();
      }),
    );
    expect(tokens).toEqual(tokens.map(() => expect.stringMatching(TOKEN)));
    // The same token is never given twice.
    expect(new Set(tokens).size).toBe(4);
  });

  it('matches names regardless of case, and accepts equal values of one name', async () => {
    const addresses = [
      `/aPI/gettoken/${keyInPath}/anna/${guid.toUpperCase()}`,
      `/API/GETTOKEN?APIKEY=${keyInPath}&SessionId=anna&DASHBOARDGUID=${guid}&sqlPARAMETERS=a=1`,
      `${inPath()}?sessionId=anna&SQLparameters=Region=North;REGION=North`,
    ];
    for (const address of addresses) {
      expect(await (await fetch(tested.url + address)).text()).toMatch(TOKEN);
    }
  });

  it('answers JSON with a token lifetime of two hours if Accept requests JSON', async () => {
    const response = await fetch(tested.url + inPath(), {
      headers: { Accept: 'application/json' },
    });
    const grant = (await response.json()) as { token: string };
    expect(grant).toEqual({ token: expect.stringMatching(TOKEN), expiresIn: 7200 });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('refuses a bad key with 401', async () => {
    const addresses = [
      `/Api/GetToken/wrong/anna/${guid}`,
      `/Api/GetToken/${keyInPath.toUpperCase()}/anna/${guid}`,
      `/Api/GetToken//anna/${guid}`,
      `/Api/GetToken?sessionID=anna&dashboardGuid=${guid}`,
    ];
    for (const address of addresses) {
      expect(await errorOf(await fetch(tested.url + address))).toBe('401 unauthorized');
    }
  });

  it('gives the same 404 for an unknown dashboard and for one that is not accessible in API', async () => {
    const unknown = await fetch(tested.url + inPath('anna', crypto.randomUUID()));
    const answer = await fetch(tested.url + inPath('anna', hidden.guid));
    expect([answer.status, await answer.text()]).toEqual([404, await unknown.text()]);
  });

  it('answers 400 for malformed input', async () => {
    const answers = await Promise.all([
      fetch(tested.url + inPath('anna', 'no-guid')),
      fetch(tested.url + inPath('a'.repeat(257))),
      fetch(tested.url + inPath('%ff')),
      fetch(tested.url + inPath('a%00b')),
      fetch(`${tested.url}/Api/GetToken?apiKey=${keyInPath}&dashboardGuid=${guid}`),
      fetch(`${tested.url}${inQuery('a')}&sessionId=b`),
      fetch(`${tested.url}${inPath('a')}?sessionID=b`),
      post(inPath(), 'application/json', '{'),
      post(inPath(), 'application/json', '["pglite:demo"]'),
      post(inPath(), 'text/plain', 'a\0b'),
      post(inPath(), 'application/x-www-form-urlencoded', 'user=a'),
    ]);
    for (const answer of answers) expect(await errorOf(answer)).toBe('400 bad-request');
  });

  it('names the right place of a misplaced field', async () => {
    const misplaced: [string, Promise<Response>][] = [
      [
        'connectionString belongs in the body.',
        fetch(`${tested.url}${inQuery()}&ConnectionString=x`),
      ],
      ['user belongs in the body.', fetch(`${tested.url}${inPath()}?user=Anna`)],
      [
        'SQLparameters belongs in the address.',
        post(inPath(), 'application/json', '{"sqlParameters":"Region=North"}'),
      ],
    ];
    for (const [message, answer] of misplaced) {
      const response = await answer;
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: { code: 'bad-request', message } });
    }
  });

  it('ignores unknown fields and parameters that no dataset uses', async () => {
    const address = `${inPath()}?SQLparameters=Nobody=1;&more=1`;
    const response = await post(address, 'application/json', '{"color":7,"__proto__":{"a":1}}');
    expect(await response.text()).toMatch(TOKEN);
  });

  it('refuses any other connection string and does not repeat it', async () => {
    const secret = 'Server=db;Password=hunter2';
    const answers = [
      await post(inPath(), 'text/plain', secret),
      await post(inQuery(), 'application/json', JSON.stringify({ connectionString: secret })),
    ];
    for (const answer of answers) {
      const text = await answer.clone().text();
      expect(text).not.toContain('hunter2');
      expect(await errorOf(answer)).toBe('400 connection-not-allowed');
    }
  });

  it('refuses other methods, including HEAD, with 405 and Allow', async () => {
    const put = await fetch(tested.url + inPath(), { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, POST');
    expect(await errorOf(put)).toBe('405 method-not-allowed');
    expect((await fetch(tested.url + inPath(), { method: 'HEAD' })).status).toBe(405);
    const logout = await fetch(`${tested.url}/api/logout/${keyInPath}/anna`, { method: 'POST' });
    expect(logout.headers.get('allow')).toBe('GET');
  });

  it('answers 404 as JSON at any other address', async () => {
    expect(await errorOf(await fetch(`${tested.url}/Api/Other`))).toBe('404 not-found');
  });
});

const call = (path: string): Promise<Response> =>
  tested.service.fetch(new Request(`http://service.test${path}`));

async function getToken(session: string): Promise<string> {
  return (await call(`/Api/GetToken/${keyInPath}/${session}/${guid}`)).text();
}

async function open(token: string): Promise<number> {
  return (await call(`/Tdb/${token}`)).status;
}

describe('a token', () => {
  it('opens a dashboard at a path in any case, also after the next one was issued', async () => {
    const token = await getToken('ann');
    await getToken('ann');
    expect(await open(token)).toBe(200);
    expect((await call(`/tDB/${token}`)).status).toBe(200);
    const swapped = token.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(await open(swapped)).toBe(401);
  });

  it('opens until the last millisecond of its lifetime and not at its end', async () => {
    const token = await getToken('ann');
    now += 7_199_999;
    expect(await open(token)).toBe(200);
    now += 1;
    expect(await open(token)).toBe(401);
  });

  it('has the lifetime set when it is issued, and earlier tokens keep theirs', async () => {
    const before = await getToken('ann');
    tested.service.tokenLifetimeSeconds = 60;
    const short = await fetch(tested.url + inPath('ann'), {
      headers: { Accept: 'application/json' },
    });
    tested.service.tokenLifetimeSeconds = 7200;
    const { token, expiresIn } = (await short.json()) as { token: string; expiresIn: number };
    expect(expiresIn).toBe(60);
    now += 59_999;
    expect(await open(token)).toBe(200);
    now += 1;
    expect([await open(token), await open(before)]).toEqual([401, 200]);
  });

  it('survives another company’s Logout of a session of the same name', async () => {
    const token = await getToken('bob');
    const other = await createCompany(await openOffice(tested.url, adminPassword), 'Borealis Tea');
    expect((await call(`/api/logout/${other.apiKey}/bob`)).status).toBe(204);
    expect(await open(token)).toBe(200);
  });

  it('ends together with all tokens of its session at Logout, and with no others', async () => {
    const tokens = [await getToken('bob'), await getToken('bob')];
    const other = await getToken('Bob');
    const response = await call(`/API/LogOut/${keyInPath}/bob`);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await Promise.all(tokens.map(open))).toEqual([401, 401]);
    expect([await open(other), await open(await getToken('bob'))]).toEqual([200, 200]);
  });

  it('survives a Logout of another session (204) and one with a bad key (401)', async () => {
    const token = await getToken('cat');
    const logouts = [`${keyInPath}/nobody`, 'wrong/cat', '/cat'];
    const answers = await Promise.all(logouts.map((end) => call(`/api/logout/${end}`)));
    expect(answers.map(({ status }) => status)).toEqual([204, 401, 401]);
    expect(await open(token)).toBe(200);
  });

  it('shows the same text without data if it is expired, ended or unknown', async () => {
    const expired = await getToken('eve');
    now += 7_200_000;
    const ended = await getToken('eve');
    await call(`/api/logout/${keyInPath}/eve`);
    const pages = await Promise.all(
      [expired, ended, 'A'.repeat(43), '..%2f', "'"].map(async (token) => {
        const response = await call(`/Tdb/${token}`);
        expect(response.status).toBe(401);
        expect(response.headers.get('content-type')).toMatch(/^text\/html/);
        return response.text();
      }),
    );
    const reasons = pages.map((page) => /data-refusal="([^"]*)"/.exec(page)![1]);
    expect(reasons).toEqual(['expired', 'signed-out', 'expired', 'expired', 'expired']);
    const texts = pages.map((page) => page.replace(/ data-refusal="[^"]*"/, ''));
    expect(new Set(texts).size).toBe(1);
    expect(pages[0]).toContain('no longer open');
    expect(pages[0]).not.toMatch(/data-tile|Dashboard 1/);
  });
});

describe('the doctor', () => {
  it('has nothing to report, before and after the life of a token', async () => {
    const wait = async (ms: number): Promise<void> => void (now += ms);
    const clock: Clock = { now: () => now, wait, limit: () => () => {} };
    const options = { embedder: 'https://app.example', isWaiting: true, clock };
    const report = await checkService({ url: tested.url, dashboardGuid: guid, apiKey, ...options });
    // Node dates the answers by the clock of the machine.
    const failed = report.findings.filter(({ ok, check }) => !ok && check !== 'service/clock');
    expect([failed, report.notes]).toEqual([[], []]);
    const words = new Map(report.answers!.map(({ id, answer }) => [id, answer]));
    expect(words.get('U1')).toContain('malformed: 401 text/html');
    expect(words.get('U1')).toContain('expired: 401 text/html');
    expect(words.get('U2')).toBe('no');
    expect(words.get('U3')).toBe('yes');
    expect(words.get('U4')).toBe('fixed');
    expect(words.get('U6')).toContain('frame-ancestors');
    expect(words.get('U7')).toContain('wrong key: 401 application/json');
    expect(words.get('U8')).toMatch(/^first: 2\d\d .*again: .*unknown session: /);
  });
});
