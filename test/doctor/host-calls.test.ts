import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { checkHost, type Finding } from 'embedded-dashboard/host-conformance';
import { beforeAll, expect, it } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { useServer } from './loopback.ts';

/** A token, as a host that accepts every call answers it. */
const TOKEN = '{"token":"token-0123456789"}';
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

interface Call {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const calls: Call[] = [];
let findings: Finding[];

const server = useServer(async (request, response) => {
  const body = await text(request);
  calls.push({ path: request.url!, method: request.method!, headers: request.headers, body });
  response.writeHead(200, HEADERS).end(TOKEN);
});

beforeAll(async () => {
  findings = await checkHost({
    url: `${server.url}/dashboards/`,
    dashboardGuid: GUID,
    headers: { Cookie: 'session=good', Authorization: 'Bearer good', 'X-Tenant': 'one' },
    clock: new FakeClock(),
    withLogout: true,
  });
});

const toGood = (): Record<string, string> => ({
  accept: 'application/json',
  'content-type': 'application/json',
  'x-embedded-dashboard': '1',
  origin: server.url,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  cookie: 'session=good',
  authorization: 'Bearer good',
  'x-tenant': 'one',
});

/** Returns how a call differs from the good one. */
function describeCall({ path, method, headers, body }: Call): string {
  const good = toGood();
  const { host: _, connection: __, 'content-length': length, ...sent } = headers;
  expect(length).toBe(String(body.length));
  const names = [...new Set([...Object.keys(good), ...Object.keys(sent)])];
  const changes = names.flatMap((name) => {
    if (sent[name] === good[name]) return [];
    return [sent[name] === undefined ? `no ${name}` : `${name}: ${String(sent[name])}`];
  });
  const usual = path.endsWith('/logout') ? '{}' : JSON.stringify({ dashboardGuid: GUID });
  const shown = body.length > 1000 ? `${body.slice(0, 70)}… of ${body.length}` : body;
  const change = [
    path === '/dashboards/token' ? '' : path,
    method === 'POST' ? '' : method,
    ...changes,
    body === usual ? '' : `body ${shown || 'empty'}`,
  ]
    .filter(Boolean)
    .join(', ')
    .replaceAll(server.url, 'ORIGIN')
    .replaceAll(new URL(server.url).host, 'HOST')
    .replaceAll(GUID, 'GUID');
  return change || '(unchanged)';
}

const WITHOUT_METADATA = 'no sec-fetch-site, no sec-fetch-mode, no sec-fetch-dest';
const STRANGER = 'origin: https://stranger.example, sec-fetch-site: cross-site';

/** How each call differs from the good one. */
const CALLS = `
  (unchanged) · content-type: application/json; charset=utf-8 · content-type: Application/JSON
  accept: */* · accept-language: ar-EG, *;q=0.1 · ${WITHOUT_METADATA}
  body {"dashboardGuid":"GUID","parameters":{}} · body {"dashboardGuid":"${GUID.toUpperCase()}"}
  OPTIONS, ${STRANGER}, access-control-request-method: POST, access-control-request-headers: content-type, x-embedded-dashboard, body empty
  ${STRANGER} · body { · body {"dashboardGuid":"<script>doctor</script>"} · GET, body empty
  HEAD, body empty · PUT · PATCH · DELETE · content-type: text/plain
  content-type: application/x-www-form-urlencoded · content-type: multipart/form-data; boundary=x
  content-type: text/plain; application/json · no content-type · no x-embedded-dashboard
  x-embedded-dashboard: 0 · x-embedded-dashboard:  · body empty · body null · body []
  body "text" · body {} · body ${'['.repeat(70)}… of 100000 · body {"dashboardGuid":5}
  body {"dashboardGuid":null} · body {"dashboardGuid":["GUID"]}
  body {"dashboardGuid":{"guid":"GUID"}} · body {"dashboardGuid":""}
  body {"dashboardGuid":"dashboard"} · body {"dashboardGuid":"../../admin"}
  body {"dashboardGuid":"GUID\\n"} · body {"dashboardGuid":"{GUID}"}
  body {"dashboardGuid":"GUID' OR 1=1"}
  body {"dashboardGuid":"00000000-0000-4000-8000-000000000000"}
  body {"dashboardGuid":"GUID","parameters":"North"}
  body {"dashboardGuid":"GUID","parameters":["North"]}
  body {"dashboardGuid":"GUID","parameters":{"Region":{"$ne":null}}}
  body {"dashboardGuid":"GUID","parameters":{"Region":["North"]}}
  body {"dashboardGuid":"GUID","parameters":{"Region;Admin":"North"}}
  body {"dashboardGuid":"GUID","parameters":{"Region":"North;Admin=1"}}
  body {"dashboardGuid":"GUID","parameters":{… of 5083
  body {"dashboardGuid":"GUID","padding":"xxx… of 1048645
  origin: https://stranger.example, sec-fetch-site: same-site
  origin: https://stranger.example, sec-fetch-site: none
  origin: https://stranger.example, ${WITHOUT_METADATA} · origin: null, ${WITHOUT_METADATA}
  origin: ORIGIN.stranger.example, ${WITHOUT_METADATA}
  origin: http://stranger-127.0.0.1, ${WITHOUT_METADATA}
  origin: ORIGIN@stranger.example, ${WITHOUT_METADATA}
  origin: http://sub.HOST, ${WITHOUT_METADATA} · origin: http://127.0.0.1:1, ${WITHOUT_METADATA}
  no origin, ${WITHOUT_METADATA} · no cookie, no authorization
  cookie: session=doctor, authorization: Bearer doctor · /dashboards/logout, ${STRANGER}
  /dashboards/logout, no x-embedded-dashboard · /dashboards/logout, content-type: text/plain
  /dashboards/logout, GET, body empty · /dashboards/logout
`;

it('makes each call once, and changes one thing in it', () => {
  // Some calls are under way at the same time, so their order is not fixed.
  const expected = CALLS.trim().split(/ · |\n */);
  expect(calls.map(describeCall).toSorted()).toEqual(expected.toSorted());
});

/** The checks that a host fails if it accepts every call, by the beginning of their names. */
const OF_CARELESS: Record<string, string[]> = {
  method: ['get', 'put', 'patch', 'delete'],
  'media-type': ['text-plain', 'form', 'multipart', 'json-as-parameter', 'missing'],
  'own-header': ['missing', 'zero', 'empty'],
  body: ['empty', 'not-json', 'null', 'array', 'text', 'without-guid', 'deeply-nested'],
  guid: [
    ...['number', 'null', 'list', 'object', 'empty', 'words', 'path', 'line-end', 'braces'],
    ...['quote', 'unknown'],
  ],
  size: ['mebibyte'],
  'fetch-site': ['cross-site', 'same-site', 'none'],
  origin: [
    ...['stranger', 'null', 'own-as-prefix', 'own-as-suffix', 'own-as-user', 'subdomain'],
    ...['other-port', 'missing'],
  ],
  without: ['login'],
  invalid: ['login'],
  logout: ['get', 'text-plain', 'without-header', 'of-strangers'],
};

it('reports each call that a host must refuse', () => {
  const wrong = findings.filter(({ ok }) => !ok);
  const names = Object.entries(OF_CARELESS).flatMap(([prefix, ends]) =>
    ends.map((end) => `host/${prefix}-${end}`),
  );
  expect(wrong.map(({ check }) => check)).toEqual(names);
  for (const { check, link } of findings) {
    expect(link).toBe(`docs/doctor.md#${check.replace('/', '-')}`);
  }
});
