import { beforeAll, describe, expect, it } from 'vitest';
import { checkService } from '../../../command/src/doctor/check-service.ts';
import type { Clock } from '../../../command/src/doctor/clock.ts';
import { createCompany, openOffice } from '../../support/back-office.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { useService } from '../tested-service.ts';

const apiKey = 'key of the+demo%';
const keyInPath = encodeURIComponent(apiKey);
const { adminPassword } = SETTINGS;
const TOKEN = /^[\w-]{43}$/;

let guid: string;
let hiddenGuid: string;
let now = Date.UTC(2026, 10, 21, 12);
const tested = useService({ apiKey, clock: () => now });

beforeAll(() => {
  const { dashboards } = tested.service;
  guid = dashboards.find(({ accessible }) => accessible)!.guid;
  hiddenGuid = dashboards.find(({ accessible }) => !accessible)!.guid;
});

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
  const places = { path: inPath(), query: inQuery() };
  for (const place of Object.keys(places) as (keyof typeof places)[]) {
    const address = (): string => (place === 'path' ? inPath() : inQuery());

    it(`answers a POST with JSON and parameters in the ${place}`, async () => {
      const body = '{"ConnectionString":"pglite:demo","user":"Anna","CustomInfo":"x"}';
      const response = await post(address(), 'application/json; charset=utf-8', body);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await response.text()).toMatch(TOKEN);
    });

    it(`answers a POST with a connection string as text and parameters in the ${place}`, async () => {
      const response = await post(address(), 'text/plain', 'pglite:demo');
      expect(await response.text()).toMatch(TOKEN);
    });

    it(`answers a GET with parameters in the ${place}`, async () => {
      expect(await (await fetch(tested.url + address())).text()).toMatch(TOKEN);
    });

    it(`answers a POST without a body and with parameters in the ${place}`, async () => {
      expect(await (await fetch(tested.url + address(), { method: 'POST' })).text()).toMatch(TOKEN);
    });
  }

  it('matches path and parameter names regardless of case', async () => {
    const addresses = [
      `/aPI/gettoken/${keyInPath}/anna/${guid.toUpperCase()}`,
      `/API/GETTOKEN?APIKEY=${keyInPath}&SessionId=anna&DASHBOARDGUID=${guid}&sqlPARAMETERS=a=1`,
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

  it('never gives the same token twice', async () => {
    const tokens = await Promise.all(
      [1, 2].map(async () => (await fetch(tested.url + inPath())).text()),
    );
    expect(new Set(tokens).size).toBe(2);
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
    const unknown = await fetch(
      tested.url + inPath('anna', '00000000-0000-4000-8000-000000000000'),
    );
    const hidden = await fetch(tested.url + inPath('anna', hiddenGuid));
    expect(hidden.status).toBe(404);
    expect(await hidden.text()).toBe(await unknown.text());
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
      fetch(`${tested.url}${inPath()}?SQLparameters=Region=North;region=South`),
      fetch(`${tested.url}${inPath()}?SQLparameters=Region`),
      fetch(`${tested.url}${inPath()}?SQLparameters=%3DNorth`),
      post(inPath(), 'application/json', '{'),
      post(inPath(), 'application/json', '["pglite:demo"]'),
      post(inPath(), 'application/json', '{"user":7}'),
      post(inPath(), 'application/json', '{"user":"a","User":"b"}'),
      post(inPath(), 'text/plain', 'a\0b'),
      post(inPath(), 'application/x-www-form-urlencoded', 'user=a'),
    ]);
    for (const answer of answers) expect(await errorOf(answer)).toBe('400 bad-request');
  });

  it('treats null as a missing value', async () => {
    const body = '{"connectionString":null,"user":null,"organization":null,"customInfo":null}';
    expect((await post(inPath(), 'application/json', body)).status).toBe(200);
  });

  it('accepts a parameter that is given twice with the same value', async () => {
    const address = `${inPath()}?sessionId=anna&SQLparameters=Region=North;REGION=North`;
    expect(await (await fetch(tested.url + address)).text()).toMatch(TOKEN);
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

  it('refuses a body of more than 16 KiB with 413', async () => {
    const body = JSON.stringify({ customInfo: 'x'.repeat(17_000) });
    expect(await errorOf(await post(inPath(), 'application/json', body))).toBe('413 too-large');
  });

  it('answers 404 as JSON at any other address', async () => {
    expect(await errorOf(await fetch(`${tested.url}/Api/Other`))).toBe('404 not-found');
  });

  it('can be reached as localhost', async () => {
    const { port } = new URL(tested.url);
    expect((await fetch(`http://localhost:${port}${inPath()}`)).status).toBe(200);
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
  it('opens a dashboard any number of times, regardless of the path’s case', async () => {
    const token = await getToken('ann');
    expect(await open(token)).toBe(200);
    expect((await call(`/tDB/${token}`)).status).toBe(200);
  });

  it('is case-sensitive', async () => {
    const token = await getToken('ann');
    const swapped = token.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    expect(await open(swapped)).toBe(401);
  });

  it('does not end when a new token is issued', async () => {
    const first = await getToken('ann');
    await getToken('ann');
    expect(await open(first)).toBe(200);
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
    expect(await open(other)).toBe(200);
  });

  it('survives a Logout of another session (204) and one with a bad key (401)', async () => {
    expect((await call(`/api/logout/${keyInPath}/nobody`)).status).toBe(204);
    const token = await getToken('cat');
    expect((await call('/api/logout/wrong/cat')).status).toBe(401);
    expect((await call('/api/logout//cat')).status).toBe(401);
    expect(await open(token)).toBe(200);
  });

  it('opens if its session starts again after Logout', async () => {
    await call(`/api/logout/${keyInPath}/dan`);
    expect(await open(await getToken('dan'))).toBe(200);
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
    expect(pages[0]).not.toMatch(/data-tile|Sales overview|Aurora/);
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
