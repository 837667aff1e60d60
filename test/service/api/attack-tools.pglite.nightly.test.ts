import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { demoDashboards } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { postTo } from '../../support/back-office.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import { SETTINGS } from '../../support/test-database.ts';
import { useService } from '../tested-service.ts';

/** The time limit of a tool, in seconds. A tool that reaches it ends, and its findings until then count. */
const LIMIT_SECONDS = 600;

// A test runs three tools at most, one after the other.
vi.setConfig({ testTimeout: 4 * LIMIT_SECONDS * 1000 });

const SALES = `(VALUES ('North', 'Oslo', 1), ('North', 'Bergen', 2), ('South', 'Rome', 4),
  ('East', 'Warsaw', 8)) AS sales (region, city, n)`;
const OTHER_REGIONS = /South|Rome|East|Warsaw/;
/** A dashboard whose region each token sets. */
const filtered = testDashboard(
  1,
  {
    rows: `SELECT city, n FROM ${SALES} WHERE region = :Region AND (:City IS NULL OR city = :City)
      AND city >= :Name AND n >= :Least::numeric AND :Day::date <= '2026-12-31'`,
  },
  [
    {
      kind: 'table',
      columns: ['city', 'n'].map((column) => ({ column, label: column, format: 'text' })),
    },
  ],
  {
    filters: [
      { kind: 'text', parameter: 'Region', label: 'Region' },
      {
        kind: 'choice',
        parameter: 'City',
        label: 'City',
        select: { sql: `SELECT city FROM ${SALES} WHERE region = :Region` },
      },
      { kind: 'text', parameter: 'Name', label: 'Name' },
      { kind: 'number', parameter: 'Least', label: 'Least', default: ['0'] },
      { kind: 'date', parameter: 'Day', label: 'Day', default: ['2026-01-01'] },
    ],
  },
);

const tested = useService({ dashboards: [...demoDashboards, filtered] });
const folder = mkdtempSync(join(tmpdir(), 'attacks-'));
const { guid } = demoDashboards.find(({ accessible }) => accessible)!;

/** The cookie of a login to the back office. */
let cookie: string;

// Before the attacks on the login form: their wrong passwords refuse every later login.
beforeAll(async () => {
  cookie = await logIn();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns whether a tool of Debian is installed, and says so if it is not. */
function has(tool: string): boolean {
  const isInstalled = spawnSync('which', [tool]).status === 0;
  if (!isInstalled) console.log(`Skipped: ${tool} is not installed (apt-get install ${tool}).`);
  return isInstalled;
}

/** Runs a tool, and returns its output, which is also part of the output of this test. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const limited = ['--signal=INT', '--kill-after=30', `${LIMIT_SECONDS}`, tool, ...args];
  const child = spawn('timeout', limited, { cwd: folder, env: { ...process.env, HOME: folder } });
  child.stdin.end();
  const [colored, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const stdout = stripVTControlCharacters(colored);
  console.log(`${tool} ${args[0]}\n${stdout.slice(-8000)}${stderr.slice(-1000)}`);
  return stdout;
}

/** Serves with a function until the test ends, and returns the address. */
async function serveThrough(answer: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(getRequestListener(answer));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the cookie of a login to the back office. */
async function logIn(): Promise<string> {
  const password = new URLSearchParams({ password: SETTINGS.adminPassword });
  const { headers } = await postTo(tested.url, 'login', password);
  return headers.get('set-cookie')!.split(';')[0]!;
}

const sqlmap = (...args: string[]): Promise<string> =>
  run(
    'sqlmap',
    ...args,
    ...['--batch', '--level=2', '--risk=1', '--threads=4', '--dbms=PostgreSQL', '--technique=BEU'],
    ...['--ignore-code=*', '--disable-coloring', `--output-dir=${folder}/sqlmap`],
  );

const expectNone = (output: string): void => {
  expect(output).toContain('do not appear to be injectable');
  expect(output).not.toContain('identified the following injection point');
};

it.skipIf(!has('sqlmap'))('sqlmap finds no injection in GetToken', async () => {
  const path = `/Api/GetToken/${SETTINGS.apiKey}*/anna*/${guid}*`;
  expectNone(await sqlmap('-u', `${tested.url}${path}?SQLparameters=Region%3DNorth*`));
  expect((await tested.getToken(guid)).status).toBe(200);
});

it.skipIf(!has('sqlmap'))('sqlmap finds no injection and no other region in filters', async () => {
  const token = new URL(await tested.addressOf(filtered.guid, 'Region=North')).pathname;
  const answers = new Map<number, number>();
  let leaks = 0;
  const proxy = await serveThrough(async (request) => {
    const response = await tested.service.fetch(request);
    const { status } = response;
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (OTHER_REGIONS.test(await response.clone().text())) leaks += 1;
    return response;
  });
  const open = 'filter.City=Oslo*&filter.Name=Oslo*&filter.Least=1*&filter.Day=2026-01-01*';
  for (const query of [
    `${open}&was.City=Oslo*`,
    `tiles=rows*&${open}`,
    'csv=tile-0*&filter.Region=North*',
  ]) {
    // Values with an equals sign are refused, so the tool has to compare without it.
    expectNone(await sqlmap('-u', `${proxy}${token}?${query}`, '--tamper=between'));
  }
  expect(leaks).toBe(0);
  for (const status of [200, 400]) expect(answers.get(status)).toBeGreaterThan(50);
});

it.skipIf(!has('sqlmap'))('sqlmap finds no injection in the forms of the back office', async () => {
  const form = (path: string, ...data: string[]): Promise<string> =>
    sqlmap('-u', `${tested.url}/admin/${path}`, '-H', `Origin: ${tested.url}`, ...data);
  expectNone(await form('login', '--data=password=x'));
  expectNone(await form('companies', '--data=name=x', '-p', 'name', `--cookie=${cookie}`));
  expectNone(
    await form('statistics/connections?from=2026-01-01*&company=1*', `--cookie=${cookie}`),
  );
});

it.skipIf(!has('slowhttptest'))('slowhttptest does not keep others from the service', async () => {
  for (const mode of ['-H', '-B', '-X']) {
    const load = ['-c', '400', '-r', '200', '-i', '5', '-l', '40', '-p', '5'];
    const output = await run('slowhttptest', mode, ...load, '-u', `${tested.url}/admin/login`);
    expect(output).toMatch(/service available:\s+YES/);
    expect((await tested.getToken(guid)).status).toBe(200);
  }
});

it.skipIf(!has('wapiti'))('wapiti finds nothing in the back office with a login', async () => {
  const report = join(folder, 'wapiti.json');
  // The tool would log itself out, and its own option to leave out an address fails with Python 3.11.
  const proxy = await serveThrough(async (request) =>
    /logout/i.test(request.url) ? new Response('', { status: 404 }) : tested.service.fetch(request),
  );
  const address = `${proxy}/admin/`;
  const output = await run(
    'wapiti',
    ...['-u', address, '-H', `Cookie: ${cookie}`, '-H', 'Sec-Fetch-Site: same-origin'],
    ...['--scope', 'folder', '--flush-session', '--max-scan-time', `${LIMIT_SECONDS - 60}`],
    ...[
      '-m',
      'sql,xss,permanentxss,exec,file,crlf,redirect,ssrf,xxe,backup',
      '-f',
      'json',
      '-o',
      report,
    ],
  );
  // Without its login, it would find one page.
  const [, pages] = /found (\d+) URLs and forms/.exec(output)!;
  expect(Number(pages)).toBeGreaterThan(20);
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Record<string, unknown[]>;
  };
  expect(Object.entries(vulnerabilities).filter(([, found]) => found.length > 0)).toEqual([]);
});
