import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpCallError } from '../../src/doctor/http-call.ts';
import type { PartReport } from '../../src/doctor/part-reports.ts';
import { runCommand } from '../../src/doctor/run-command.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { FaultyService } from './faulty-service.ts';
import { answerOf, listen } from './loopback.ts';
import { API_KEY } from './plain-service.ts';

const COOKIE = 'session=a-SECRET-session';
const OTHER_GUID = '00000000-0000-4000-8000-0000000000ff';

let service: FaultyService;
const servers: Server[] = [];

beforeAll(async () => {
  service = await FaultyService.start();
});

afterAll(() => service.close());

afterEach(() => {
  service.tokenLifetimeSeconds = 7200;
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return listen(server);
}

/** Serves with an untrusted certificate. Any call fails the test. */
async function serveSecure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  const options = `-x509 ${newKey} -days 1 -subj /CN=localhost`.split(' ');
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const secure = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const server = createTlsServer(secure, () => {
    throw new Error('The server got a call.');
  });
  servers.push(server);
  return (await listen(server)).replace('http:', 'https:');
}

/** Runs the command with all secrets in its environment. */
async function run(
  args: readonly string[],
  { env = {}, isTTY = false }: { env?: Record<string, string>; isTTY?: boolean } = {},
) {
  const outputs = { stdout: '', stderr: '' };
  const toStream = (name: 'stdout' | 'stderr') => ({
    isTTY,
    write: (text: string) => (outputs[name] += text),
  });
  const status = await runCommand(['doctor', ...args], {
    env: { DASHBOARD_API_KEY: API_KEY, DASHBOARD_HOST_COOKIE: COOKIE, ...env },
    stdout: toStream('stdout'),
    stderr: toStream('stderr'),
    clock: service.clock,
    stop: new AbortController().signal,
  });
  expect(outputs.stdout + outputs.stderr).not.toContain('SECRET');
  return { status, ...outputs };
}

const ofService = (url = service.url): string[] => ['--service', url, '--dashboard', GUID];

describe('the command', () => {
  it('ends with 0 if there is nothing to fix, and prints the answers', async () => {
    const { status, stdout, stderr } = await run(ofService());
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^service http:\/\/127\.0\.0\.1:\d+: \d+ checks passed\n/);
    expect(stdout).toContain('Please paste this into the issue form');
    expect(stdout).toMatch(/^U2 .*\n {4}no$/m);
    expect(stdout).not.toContain('\u001B');
  });

  it('ends with 1 if there is something to fix, and prints the fix', async () => {
    using _ = service.with(() => async () => new Response('No', { status: 401 }));
    const { status, stdout } = await run(ofService());
    expect(status).toBe(1);
    expect(stdout).toMatch(/✗ service\/get-token-json +It answers 401\. .*DASHBOARD_API_KEY/);
    expect(stdout).toContain('docs/doctor.md#service-get-token-json');
  });

  it('prints one row for findings with the same fix', async () => {
    const url = await serve((_, response) => {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
      response.writeHead(200, headers).end('{"token":"token-0123456789"}');
    });
    const { status, stdout } = await run(['--host', url, '--dashboard', GUID]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/host\/method-get and 3 more +It answers 200\. Serve the token address/);
  });

  it('prints colors only on a terminal, and not with NO_COLOR', async () => {
    const onTerminal = { isTTY: true };
    expect((await run(ofService(), onTerminal)).stdout).toContain('\u001B[32m');
    const plain = await run(ofService(), { ...onTerminal, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001B');
  });

  it('prints JSON with --json', async () => {
    const { stdout } = await run([...ofService(), '--json']);
    const [report] = JSON.parse(stdout) as PartReport[];
    expect(report).toMatchObject({ part: 'service', address: service.url, notes: [] });
    expect(report!.findings[0]).toEqual({
      check: 'service/https',
      ok: true,
      fix: expect.any(String),
      link: 'docs/doctor.md#service-https',
    });
    expect(report!.answers).toHaveLength(10);
  });

  it('shows the remaining waiting time on a terminal', async () => {
    service.tokenLifetimeSeconds = 1;
    const { stderr } = await run([...ofService(), '--wait'], { isTTY: true });
    const lines = stderr.split('\r');
    expect(lines).toEqual([
      '',
      'Waiting until a token has expired: 2 seconds left. ',
      'Waiting until a token has expired: 2 seconds left. ',
      'Waiting until a token has expired: 1 seconds left. ',
      '\u001B[K',
    ]);
  });

  it('prints the remaining waiting time every ten minutes without a terminal', async () => {
    const { stderr } = await run([...ofService(), '--wait']);
    const seconds = Array.from({ length: 12 }, (_, line) => 7200 - 600 * line);
    const lines = seconds.map((left) => `Waiting until a token has expired: ${left} seconds left.`);
    expect(stderr.split('\n')).toEqual([...lines, '']);
  });

  it('prints its usage with --help', async () => {
    const { status, stdout } = await run(['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: npx embedded-dashboard doctor');
  });
});

describe('an interrupted command', () => {
  it('logs its session out, reports the interruption, and ends with 2', async () => {
    const calls: string[] = [];
    const stop = new AbortController();
    const outputs: string[] = [];
    using _ = service.with((next) => (request) => {
      calls.push(new URL(request.url).pathname.split('/')[1]!);
      return next(request);
    });
    const status = await runCommand(['doctor', ...ofService(), '--wait'], {
      env: { DASHBOARD_API_KEY: API_KEY },
      stdout: { write: (text) => outputs.push(text) },
      stderr: {
        isTTY: true,
        write: (text) => text.includes('Waiting') && stop.abort(new HttpCallError('interrupted')),
      },
      clock: service.clock,
      stop: stop.signal,
    });
    expect(status).toBe(2);
    expect(outputs.join('')).toContain('! Not all checks ran: the command was interrupted.');
    expect(calls.slice(-4)).toEqual(['api', 'Tdb', 'api', 'api']);
  });
});

describe('parts of one run', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  const ofHost = 'token-url="/dashboards/token"';

  it.each<[string, string, string]>([
    ['token-url', 'token-url="/dashboard/token"', 'page/token-url-of-host'],
    ['the dashboard', `${ofHost} dashboard-guid="${OTHER_GUID}"`, 'page/dashboard-of-run'],
    ['base-url', `${ofHost} base-url="http://localhost:1/wrong"`, 'page/base-url-of-service'],
  ])('are compared: %s', async (_, attributes, check) => {
    const tag = `<embedded-dashboard ${attributes}></embedded-dashboard>`;
    const url = await serve(({ url: path }, response) => {
      if (path !== '/') response.writeHead(200, JSON_TYPE).end('{"token":"token-0123456789"}');
      else {
        const headers = { 'Content-Type': 'text/html' };
        response.writeHead(200, headers).end(`${tag}<script src="/app.js"></script>`);
      }
    });
    const parts = ['--host', `${url}/dashboards`, '--page', url, ...ofService()];
    const { stdout } = await run(parts);
    const [, ofPage = ''] = stdout.split(/^page /m);
    expect(ofPage.match(/✗ \S+/g)).toEqual([`✗ ${check}`]);
  });

  it('are compared: the origin of the page, and the origins that the host lists', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, JSON_TYPE).end('{"token":"token-0123456789"}');
    });
    const page = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
    });
    const { stdout } = await run(['--host', url, '--page', page, '--dashboard', GUID]);
    expect(stdout).toMatch(/✗ host\/cors-of-page +List the origin of the page in origins/);
    expect(stdout).toContain('✗ host/preflight-of-page');
  });
});

describe('bad input ends with 2 and a line that says what to do:', () => {
  it.each<[string, string[], RegExp]>([
    ['nothing to check', [], /Name something to check/],
    ['a service without a GUID', ['--service', 'https://bi.example'], /Set --dashboard/],
    ['a name for a GUID', ['--host', 'https://a.example', '--dashboard', 'x'], /Set --dashboard/],
    ['a path', ['--page', '/reports'], /--page must be an address such as/],
    ['another scheme', ['--page', 'ftp://a.example'], /--page must be/],
    ['a password in an address', ofService('https://a:SECRET@bi.example'), /--service must be/],
    ['a key in an address', ofService('https://bi.example/?apiKey=SECRET'), /--service must be/],
    ['--wait for a page', ['--page', 'https://a.example', '--wait'], /--wait needs --service/],
    ['--logout for a page', ['--page', 'https://a.example', '--logout'], /--logout needs --host/],
    ['a key as an option', ['--api-key', 'SECRET'], /^Unknown option/],
    ['a key as an argument', ['SECRET'], /Secrets come from the environment/],
    ['an option without a value', ['--host'], /^Write --host with a value/],
    ['a value for a switch', ['--json=SECRET'], /^Write --json without a value/],
    [
      'an address with /token',
      ['--host', 'https://a.example/x/token', '--dashboard', GUID],
      /^Leave \/token out/,
    ],
  ])('%s', async (_, args, line) => {
    const { status, stderr, stdout } = await run(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('a service without a key', async () => {
    const { status, stderr } = await run(ofService(), { env: { DASHBOARD_API_KEY: '' } });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^Set DASHBOARD_API_KEY/)]);
  });

  it('a malformed cookie', async () => {
    const env = { DASHBOARD_HOST_COOKIE: 'SECRET\r\nX-Admin: 1' };
    const { status, stderr } = await run(['--host', 'https://a.example', '--dashboard', GUID], {
      env,
    });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^DASHBOARD_HOST_COOKIE is not/)]);
  });
});

describe('servers that cannot be checked', () => {
  it('end with 2, and the other parts are reported', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
    });
    const gone = ['--host', 'http://127.0.0.1:9', '--dashboard', GUID];
    const { status, stdout } = await run([...gone, '--page', url]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/host http:\/\/127\.0\.0\.1:9: not checked\n {2}! Nothing listens/);
    expect(stdout).toMatch(/page http:\/\/127\.0\.0\.1:\d+: \d+ checks passed/);
  });

  it('are read up to a limit if their answer never ends', async () => {
    let sent = 0;
    const url = await serve(({ method }, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      if (method === 'HEAD') {
        response.end();
        return;
      }
      const part = 'x'.repeat(65_536);
      const fill = (): void => {
        while (!response.destroyed && response.write(part)) sent += part.length;
      };
      response.on('drain', fill);
      fill();
    });
    const { status } = await run(['--host', url, '--page', url, '--dashboard', GUID]);
    expect(status).toBe(1);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('get no key if their certificate is not valid', async () => {
    const { status, stdout } = await run(ofService(await serveSecure()));
    expect(status).toBe(2);
    expect(stdout).toContain('! The TLS certificate is not valid for this address.');
  });

  it('get no key if their certificate is not valid, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { status, stdout } = await run(ofService(await serveSecure()));
    vi.unstubAllEnvs();
    expect(status).toBe(2);
    expect(stdout).toContain('! The TLS certificate is not valid for this address.');
  });

  it('get no cookie over http on another machine', async () => {
    const cookies: (string | undefined)[] = [];
    const url = await serve(({ headers }, response) => {
      cookies.push(headers.cookie);
      response.writeHead(401).end();
    });
    const there = url.replace('127.0.0.1', '0.0.0.0');
    const parts = ['--host', there, '--dashboard', GUID, '--page', there];
    const { stdout } = await run(parts);
    expect(stdout).toContain('· The headers of the user were not sent');
    expect(cookies.filter(Boolean)).toEqual([]);
  });

  it('have no valid answer if they switch the protocol', async () => {
    const upgrade = 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
    const { url, close } = await answerOf(upgrade);
    const { status, stdout } = await run(['--page', url]);
    await close();
    expect(status).toBe(2);
    expect(stdout).toContain('! The answer is not valid HTTP');
  });

  it('get few further calls if they limit calls', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
      if (calls > 20) response.writeHead(429).end();
      else response.writeHead(200, headers).end('{"token":"token-0123456789"}');
    });
    const { status, stdout } = await run(['--host', url, '--dashboard', GUID]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/host\/no-limit +Allow a hundred calls/);
    expect(calls).toBeLessThan(30);
    expect(stdout).not.toContain('429. ');
  });

  it('get no key over http on another machine', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serve(({ url: path }, response) => {
      paths.push(path);
      response.end();
    });
    // Linux connects this address to loopback, although it is not a loopback address.
    const { status, stdout } = await run(ofService(url.replace('127.0.0.1', '0.0.0.0')));
    expect(status).toBe(1);
    expect(stdout).toMatch(/service\/https +Use an https address/);
    expect(paths).toEqual(['/']);
  });
});
