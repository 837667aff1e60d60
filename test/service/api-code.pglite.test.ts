import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiCode } from '../../demo/service/src/admin/api-code/api-code.ts';
import { freePort } from '../support/consumer.ts';
import { hasProgram } from '../support/host-example.ts';
import { answerWith, startUpstream } from '../support/scripted-upstream.ts';

/** With all signs that mean something to one of the languages, or to an address. */
const API_KEY = `it's "a" $SECRET, \`id\` \${x} {y} %41 +&= <b> naïve 😀!`;
const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

/** What runs the tabs of one file. C# has no .NET here, and the tag's tab is run in a browser. */
const COMMANDS = {
  node: [process.execPath],
  curl: ['bash'],
  python: ['python3'],
  php: ['php'],
  // To start in half the time.
  java: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
};
type Language = keyof typeof COMMANDS;

let folder: string;
let service: DashboardService;
let baseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-code-'));
  service = createDashboardService({ apiKey: API_KEY });
  ({ url: baseUrl } = await service.listen(0));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Runs the code of a tab as it stands there. Whatever it writes, the key is not in it. */
async function start(language: Language, values: { baseUrl: string; apiKey: string }) {
  const tab = createApiCode({ ...values, dashboardGuid: GUID }).find(({ id }) => id === language)!;
  const { file, code } = tab.blocks[0]!;
  const cwd = await mkdtemp(join(folder, `${language}-`));
  await writeFile(join(cwd, file), code);
  const env = { PATH: process.env['PATH'] };
  const [program = '', ...options] = COMMANDS[language];
  const child = spawn(program, [...options, file], { cwd, env, stdio: 'pipe' });
  // It may have ended before it reads.
  child.stdin.on('error', () => {});
  const stdout: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => stdout.push(line));
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(
    ([[exitCode], stderr]) => {
      expect(decodeURIComponent(`${stdout.join()}${stderr}`)).not.toContain('SECRET');
      return { exitCode: exitCode as number, stdout, stderr };
    },
  );
  return {
    /** What it writes first. */
    address: Promise.race([
      once(lines, 'line').then(([line]) => String(line)),
      ended.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ]),
    ended,
    pressEnter: () => child.stdin.end('\n'),
  };
}

/** Runs the code of a tab to its end, with nobody before it. */
async function run(language: Language, values: { baseUrl: string; apiKey: string }) {
  const program = await start(language, values);
  program.address.catch(() => {});
  program.pressEnter();
  return program.ended;
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status;
}

describe.for(Object.keys(COMMANDS) as Language[])('the code for %s', (language) => {
  const needed = language === 'curl' ? ['bash', 'curl'] : COMMANDS[language].slice(0, 1);
  const missing = needed.find((program) => !hasProgram(program));

  it('shows the dashboard until its user logs out, and others keep theirs', async ({ skip }) => {
    skip(!!missing, `There is no ${missing} here.`);
    const values = { baseUrl: `${baseUrl}/`, apiKey: API_KEY };
    const [ann, bob] = await Promise.all([start(language, values), start(language, values)]);
    const [first, second] = await Promise.all([ann.address, bob.address]);
    const shown = await fetch(first);
    expect(shown.status).toBe(200);
    const page = await shown.text();
    expect(page).toMatch(/data-theme="dark"[^>]*--page:#101820[^>]*--title:/);
    expect(page).toContain(service.dashboards.find(({ guid }) => guid === GUID)!.title);

    ann.pressEnter();
    expect(await ann.ended).toMatchObject({ exitCode: 0, stdout: [first] });
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    bob.pressEnter();
    expect(await bob.ended).toMatchObject({ exitCode: 0, stdout: [second] });
    expect(await statusOf(second)).toBe(401);
  });

  it('gives GetToken and Logout one session id, and follows no redirect', async ({ skip }) => {
    skip(!!missing, `There is no ${missing} here.`);
    await using upstream = await startUpstream();
    upstream.script((response, { method }) => {
      const moved = { status: 302, headers: { Location: '/elsewhere' } };
      answerWith('token-0123456789', method === 'GET' ? moved : {})(response, upstream.calls[0]!);
    });
    const { exitCode, stdout, stderr } = await run(language, {
      baseUrl: `${upstream.baseUrl}/bi`,
      apiKey: API_KEY,
    });
    expect(stdout[0]).toMatch(`${upstream.baseUrl}/bi/Tdb/token-0123456789?`);
    expect(stderr).toContain('Logout failed: status 302.');
    expect(exitCode).toBe(1);
    const [opened, closed, ...others] = upstream.calls;
    expect(others).toEqual([]);
    const [, , , , key = '', sessionId] = opened!.url.split('/');
    expect(decodeURIComponent(key)).toBe(API_KEY);
    expect(opened).toMatchObject({
      method: 'POST',
      url: `/bi/Api/GetToken/${key}/${sessionId}/${GUID}`,
      headers: { 'content-type': expect.stringMatching(/^application\/json\b/) },
      body: '{}',
    });
    expect(closed).toMatchObject({ method: 'GET', url: `/bi/api/logout/${key}/${sessionId}` });
  });

  it('says that nobody has answered', async ({ skip }) => {
    skip(!!missing, `There is no ${missing} here.`);
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const { exitCode, stdout, stderr } = await run(language, { baseUrl: nobody, apiKey: API_KEY });
    expect([exitCode, stdout]).toEqual([1, []]);
    expect(stderr).toContain('GetToken failed: the dashboard service did not answer.');
  });
});
