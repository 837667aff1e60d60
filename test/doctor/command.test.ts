import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PartReport } from '../../src/doctor/part-reports.ts';
import { runCommand } from '../../src/doctor/run-command.ts';
import { API_KEY, FaultyService, SHOWN_GUID } from './faulty-service.ts';
import { listen } from './upstream.ts';

const COOKIE = 'session=a-SECRET-session';

let service: FaultyService;
const servers: Server[] = [];

beforeAll(async () => {
  service = await FaultyService.start();
});

afterAll(() => service.close());

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return listen(server);
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
    stop: new AbortController().signal,
  });
  expect(outputs.stdout + outputs.stderr).not.toContain('SECRET');
  return { status, ...outputs };
}

const ofService = (url = service.url): string[] => ['--service', url, '--dashboard', SHOWN_GUID];

describe('the command', () => {
  it('ends with 0 if there is nothing to fix, and prints the answers', async () => {
    const { status, stdout, stderr } = await run(ofService());
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^service http:\/\/127\.0\.0\.1:\d+: \d+ checks passed\n/);
    expect(stdout).toContain('Please paste this into the issue form');
    expect(stdout).toMatch(/^U2 .*\n {4}no$/m);
    expect(stdout).not.toContain('\u001B');
  });

  it('ends with 1 if there is something to fix, and names the line', async () => {
    using _ = service.with(() => async () => new Response('No', { status: 401 }));
    const { status, stdout } = await run(ofService());
    expect(status).toBe(1);
    expect(stdout).toMatch(/✗ service\/get-token-json +It answers 401\. .*DASHBOARD_API_KEY/);
    expect(stdout).toContain('docs/doctor.md#service-get-token-json');
  });

  it('writes one row for findings with the same line', async () => {
    const url = await serve((_, response) => {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
      response.writeHead(200, headers).end('{"token":"token-0123456789"}');
    });
    const { status, stdout } = await run(['--host', url, '--dashboard', SHOWN_GUID]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/host\/method-get and 4 more +It answers 200\. Serve the token address/);
  });

  it('has colors on a terminal only, and not with NO_COLOR', async () => {
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

  it('shows on a terminal how long it still waits', async () => {
    service.tokenLifetimeSeconds = 1;
    const { stderr } = await run([...ofService(), '--wait'], { isTTY: true });
    service.tokenLifetimeSeconds = 7200;
    expect(stderr).toMatch(/^\rWaiting until a token has expired: 2 seconds left\. /);
    expect(stderr.endsWith('\r\u001B[K')).toBe(true);
  });

  it('helps', async () => {
    const { status, stdout } = await run(['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: npx embedded-dashboard doctor');
  });
});

describe('bad input ends with 2, and a line that says what to do', () => {
  it.each<[string, string[], RegExp]>([
    ['nothing to check', [], /Name something to check/],
    ['a service without a GUID', ['--service', 'https://bi.example'], /Set --dashboard/],
    ['a name for a GUID', ['--host', 'https://a.example', '--dashboard', 'x'], /Set --dashboard/],
    ['a path', ['--page', '/reports'], /--page must be an http or https address/],
    ['another scheme', ['--page', 'ftp://a.example'], /--page must be/],
    ['a password in an address', ofService('https://a:SECRET@bi.example'), /--service must be/],
    ['a key in an address', ofService('https://bi.example/?apiKey=SECRET'), /--service must be/],
    ['--wait for a page', ['--page', 'https://a.example', '--wait'], /--wait needs --service/],
    ['--logout for a page', ['--page', 'https://a.example', '--logout'], /--logout needs --host/],
    ['a key as an option', ['--api-key', 'SECRET'], /^--api-key is not an option/],
    ['a key as an argument', ['SECRET'], /Secrets come from the environment/],
    ['an option without a value', ['--host'], /--host/],
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

  it('a cookie that is none', async () => {
    const env = { DASHBOARD_HOST_COOKIE: 'SECRET\r\nX-Admin: 1' };
    const { status, stderr } = await run(
      ['--host', 'https://a.example', '--dashboard', SHOWN_GUID],
      {
        env,
      },
    );
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^DASHBOARD_HOST_COOKIE is not/)]);
  });
});

describe('servers that cannot be checked', () => {
  it('end with 2, and the other parts are reported', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
    });
    const gone = ['--host', 'http://127.0.0.1:9', '--dashboard', SHOWN_GUID];
    const { status, stdout } = await run([...gone, '--page', url]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/host http:\/\/127\.0\.0\.1:9: not checked\n {2}! Nothing listens/);
    expect(stdout).toMatch(/page http:\/\/127\.0\.0\.1:\d+: \d+ checks passed/);
  });

  it('are read to a limit if they answer without end', async () => {
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
    const { status } = await run(['--host', url, '--page', url, '--dashboard', SHOWN_GUID]);
    expect(status).toBe(1);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('get no key past a certificate that is not valid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const options = '-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' ');
    execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    let calls = 0;
    const secure = { key: readFileSync(key), cert: readFileSync(cert) };
    const server = createTlsServer(secure, (_, response) => response.end(String((calls += 1))));
    rmSync(folder, { recursive: true });
    servers.push(server);
    const address = (await listen(server)).replace('http:', 'https:');
    const { status, stdout } = await run(ofService(address));
    expect(status).toBe(2);
    expect(stdout).toContain('! The TLS certificate is not valid for this address.');
    expect(calls).toBe(0);
  });

  it('get no key over http on another machine', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serve(({ url: path }, response) => {
      paths.push(path);
      response.end();
    });
    // Linux connects it to loopback, and no name says so.
    const { status, stdout } = await run(ofService(url.replace('127.0.0.1', '0.0.0.0')));
    expect(status).toBe(1);
    expect(stdout).toMatch(/service\/https +Use an https address/);
    expect(paths).toEqual(['/']);
  });
});
