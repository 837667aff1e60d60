import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HttpCallError } from '../../command/src/doctor/http-call.ts';
import type { PartReport } from '../../command/src/doctor/part-reports.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { useService } from './faulty-service.ts';
import { answerOf, listen } from './loopback.ts';
import { SCRIPT, TAG, toTag } from './page-under-test.ts';
import { type DoctorRun, runDoctor, useServers } from './run-doctor.ts';

const SCRIPT_PATH = '/embedded-dashboard.min.js';

const service = useService();
const serve = useServers();

afterEach(() => {
  service.plain.tokenLifetimeSeconds = 7200;
});

const ofService = (url = service.url): string[] => ['--service', url, '--dashboard', GUID];
const ofHost = (url: string): string[] => ['--host', url, '--dashboard', GUID];

const run = (args: readonly string[], changes: DoctorRun = {}) =>
  runDoctor(args, { clock: service.clock, ...changes });

function sendToken(response: ServerResponse): void {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  response.writeHead(200, headers).end('{"token":"token-0123456789"}');
}

function sendPage(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
}

describe('the command', () => {
  it('ends with 0 and one line if there is nothing to fix', async () => {
    const { status, stdout, stderr } = await run(ofService());
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^service http:\/\/127\.0\.0\.1:\d+: \d+ checks passed\n$/);
  });

  it('prints the answers for an issue with --report', async () => {
    const { status, stdout } = await run([...ofService(), '--report']);
    expect(status).toBe(0);
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

  it('names HTML in place of a token as such', async () => {
    const url = await serve((_, response) => sendPage(response, '<title>Sign in</title>'));
    const { status, stdout } = await run([...ofHost(url), '--service', url]);
    expect(status).toBe(1);
    const text = 'It answers 200 with an HTML page in place of a token, such as a sign-in page.';
    expect(stdout).toMatch(new RegExp(`✗ host/answers-200 +${text}`));
    expect(stdout).toMatch(new RegExp(`✗ service/get-token-json +${text}`));
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
    service.plain.tokenLifetimeSeconds = 1;
    const { stderr } = await run([...ofService(), '--wait'], { isTTY: true });
    const lines = [2, 2, 1].map(
      (left) => `Waiting until a token has expired: ${left} seconds left. `,
    );
    expect(stderr.split('\r')).toEqual(['', ...lines, '\u001B[K']);
  });

  it('prints the remaining waiting time every ten minutes without a terminal', async () => {
    const { stderr } = await run([...ofService(), '--wait']);
    const seconds = Array.from({ length: 12 }, (_, line) => 7200 - 600 * line);
    const lines = seconds.map((left) => `Waiting until a token has expired: ${left} seconds left.`);
    expect(stderr.split('\n')).toEqual([...lines, '']);
  });

  it('logs its session out after an interruption, and ends with 2', async () => {
    const calls: string[] = [];
    const stop = new AbortController();
    using _ = service.with((next) => (request) => {
      calls.push(new URL(request.url).pathname.split('/')[1]!);
      return next(request);
    });
    const { status, stdout } = await run([...ofService(), '--wait'], {
      stop,
      isTTY: true,
      env: { NO_COLOR: '1' },
      onProgress: (text) =>
        text.includes('Waiting') && stop.abort(new HttpCallError('interrupted')),
    });
    expect(status).toBe(2);
    expect(stdout).toContain('! Not all checks ran: the command was interrupted.');
    expect(calls.slice(-4)).toEqual(['api', 'Tdb', 'api', 'api']);
  });
});

describe('parts of one run', () => {
  it('are compared: the addresses and the dashboard of the tag', async () => {
    const other = '00000000-0000-4000-8000-0000000000ff';
    const attributes = `token-url="/x/token" dashboard-guid="${other}" base-url="http://localhost:1"`;
    const url = await serve(({ url: path }, response) => {
      if (path !== '/') sendToken(response);
      else sendPage(response, `${toTag(attributes)}<script src="/app.js"></script>`);
    });
    const { stdout } = await run(['--host', `${url}/dashboards`, '--page', url, ...ofService()]);
    const [, ofPage = ''] = stdout.split(/^page /m);
    const names = [
      ...['dashboard-of-run', 'token-url-of-host', 'base-url-of-service', 'base-url-answers'],
    ];
    expect(ofPage.match(/✗ \S+/g)).toEqual(names.map((name) => `✗ page/${name}`));
  });

  it('are compared: the origin of the page, and the origins that the host lists', async () => {
    const url = await serve((_, response) => sendToken(response));
    const page = await serve((_, response) => sendPage(response, '<p>Hello</p>'));
    const { stdout } = await run([...ofHost(url), '--page', page]);
    expect(stdout).toMatch(/✗ host\/cors-of-page +List the origin of the page in origins/);
    expect(stdout).toContain('✗ host/preflight-of-page');
  });

  it.each([
    ['the host and a page of its origin', 'a=b', 'a=b', '--host URL/h --page URL/p'],
    ['a page alone', undefined, 'a=b', '--page URL/p'],
    ['the host, and no page of another origin', 'a=b', undefined, '--host URL/h --page OTHER/p'],
  ])('send the headers of the user to %s', async (_, toHost, toPage, parts) => {
    const cookies: Record<string, string | undefined> = {};
    const url = await serve(({ url: path, headers }, response) => {
      if (!Object.hasOwn(cookies, path!)) cookies[path!] = headers.cookie;
      sendToken(response);
    });
    const other = url.replace('127.0.0.1', 'localhost');
    const args = parts.replaceAll('URL', url).replace('OTHER', other).split(' ');
    const env = { DASHBOARD_HOST_COOKIE: 'a=b' };
    await run(['--dashboard', GUID, ...args], { env });
    expect([cookies['/h/token'], cookies['/p']]).toEqual([toHost, toPage]);
  });
});

describe('a server that cannot be checked', () => {
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
    onTestFinished(() => server.close().closeAllConnections());
    return (await listen(server)).replace('http:', 'https:');
  }

  it('ends with 2, and the other parts are reported', async () => {
    const url = await serve((_, response) => sendPage(response, '<p>Hello</p>'));
    const { status, stdout } = await run([...ofHost('http://127.0.0.1:9'), '--page', url]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/host http:\/\/127\.0\.0\.1:9: not checked\n {2}! Nothing listens/);
    expect(stdout).toMatch(/page http:\/\/127\.0\.0\.1:\d+: \d+ checks passed/);
  });

  it.each(['1', '0'])(
    'gets no key without a valid certificate, for NODE_TLS_REJECT_UNAUTHORIZED=%s',
    async (value) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { status, stdout } = await run(ofService(await serveSecure()));
      expect(status).toBe(2);
      expect(stdout).toContain('! The TLS certificate is not valid for this address.');
    },
  );

  it('gets no cookie over http on another machine', async () => {
    const cookies: (string | undefined)[] = [];
    const url = await serve(({ headers }, response) => {
      cookies.push(headers.cookie);
      response.writeHead(401).end();
    });
    // Linux connects this address to loopback, although it is not a loopback address.
    const there = url.replace('127.0.0.1', '0.0.0.0');
    const { stdout } = await run([...ofHost(there), '--page', there]);
    expect(stdout).toContain('· The headers of the user were not sent');
    expect(cookies.filter(Boolean)).toEqual([]);
  });

  it('gets no key over http on another machine', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serve(({ url: path }, response) => {
      paths.push(path);
      response.end();
    });
    const { status, stdout } = await run(ofService(url.replace('127.0.0.1', '0.0.0.0')));
    expect(status).toBe(1);
    expect(stdout).toMatch(/service\/https +Use an https address/);
    expect(paths).toEqual(['/']);
  });

  it.each([
    ['101 Switching\r\nUpgrade: x\r\nConnection: upgrade', 'The answer is not valid HTTP'],
    [
      `200 OK\r\nX-Long: ${'x'.repeat(20_000)}`,
      'The headers of the answer are longer than 16 KiB.',
    ],
    [
      '200 OK\r\nContent-Length: 9\r\n\r\n<p>',
      'The server closed the connection before its answer was complete.',
    ],
  ])('is reported if it answers %#', async (answer, line) => {
    const { url, close } = await answerOf(`HTTP/1.1 ${answer}\r\n\r\n`);
    const { status, stdout } = await run(['--page', url]);
    await close();
    expect(status).toBe(2);
    expect(stdout).toContain(`! ${line}`);
  });

  it('gets few further calls if it limits calls', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      if (calls > 20) response.writeHead(429).end();
      else sendToken(response);
    });
    const { status, stdout } = await run(ofHost(url));
    expect(status).toBe(1);
    expect(stdout).toMatch(/host\/no-limit +Allow a hundred calls/);
    expect(calls).toBeLessThan(30);
    expect(stdout).not.toContain('429. ');
  });
});

describe('an answer that never ends', () => {
  const BLOCK = ' '.repeat(65_536);

  it.each([
    ['a page', '/', SCRIPT + TAG, /✗ page\/ends +Only the first 4 MiB were read\./],
    [
      'a script',
      SCRIPT_PATH,
      'let a;',
      /✗ page\/script-found +Only the first 16 MiB of it were read/,
    ],
    ['that of a host', '/token', '<html>', /✗ host\/answers-200/],
  ])('is reported and read up to a limit if it is %s', async (_, endless, beginning, line) => {
    let sent = 0;
    const url = await serve(({ url: path, method }, response) => {
      if (method === 'POST' && path !== endless) return sendToken(response);
      const type = path === SCRIPT_PATH ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'Content-Type': type });
      if (method === 'HEAD' || path !== endless)
        return response.end(path === '/' ? SCRIPT + TAG : '');
      const fill = (): void => {
        while (!response.destroyed && response.write(BLOCK)) sent += BLOCK.length;
      };
      response.on('drain', fill).write(beginning);
      return fill();
    });
    const isHost = endless === '/token';
    const { status, stdout } = await run(isHost ? ofHost(url) : ['--page', url]);
    expect(status).toBe(1);
    expect(stdout).toMatch(line);
    if (!isHost) expect(stdout.match(/✗/g)).toHaveLength(1);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});
