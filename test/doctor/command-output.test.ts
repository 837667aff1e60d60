import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/doctor/command-options.ts';
import type { Finding } from '../../src/doctor/finding.ts';
import type { PartReport } from '../../src/doctor/part-reports.ts';
import { toText } from '../../src/doctor/report-text.ts';
import { runCommand } from '../../src/doctor/run-command.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { listen } from './loopback.ts';

const finding = (check: string, fix: string, ok = false): Finding => ({
  check,
  fix,
  ok,
  link: `docs#${check}`,
});
const report = (changes: Partial<PartReport>): PartReport => ({
  part: 'host',
  address: 'https://app.example',
  findings: [finding('host/a', 'Fix a.', true)],
  notes: [],
  ...changes,
});
const WRONG = [
  finding('host/good', 'Keep.', true),
  finding('host/first', 'Fix it.'),
  finding('host/b', 'Fix b.'),
  finding('host/second', 'Fix it.'),
];

describe('the text of a report', () => {
  it.each<[title: string, reports: PartReport[], lines: string[]]>([
    ['without a fault', [report({})], ['host https://app.example: 1 checks passed', '']],
    [
      'that did not run',
      [report({ findings: [], failure: 'It failed.' })],
      ['host https://app.example: not checked', '  ! It failed.', ''],
    ],
    [
      'with notes',
      [report({ notes: ['One.', 'Two.'] })],
      ['host https://app.example: 1 checks passed', '  · One.', '  · Two.', ''],
    ],
    [
      'with faults',
      [report({ findings: WRONG })],
      [
        'host https://app.example: 3 of 4 checks failed',
        '  ✗ host/first and 1 more  Fix it.',
        '                           docs#host/first',
        '  ✗ host/b                 Fix b.',
        '                           docs#host/b',
        '',
      ],
    ],
    [
      'with answers',
      [
        report({}),
        report({
          part: 'service',
          address: 'https://bi.example',
          answers: [{ id: 'U1', question: 'Why?', answer: 'So.' }],
        }),
      ],
      [
        'host https://app.example: 1 checks passed',
        '',
        'service https://bi.example: 1 checks passed',
        '',
        'How the service behaves. Please paste this into the issue form “Behavior of the service”:',
        '',
        'Service: https://bi.example',
        'U1 Why?',
        '    So.',
        '',
      ],
    ],
    [
      'with no answers',
      [report({ part: 'service', answers: [] })],
      ['service https://app.example: 1 checks passed', ''],
    ],
  ])('%s', (_, reports, lines) => {
    expect(toText(reports, false)).toBe(lines.join('\n'));
  });

  it('has colors', () => {
    const text = toText(
      [
        report({ findings: WRONG, failure: 'F', notes: ['N'] }),
        report({}),
        report({ findings: [] }),
      ],
      true,
    );
    const paint = (code: number, words: string): string => `\u001B[${code}m${words}\u001B[0m`;
    for (const painted of [
      paint(1, 'host'),
      paint(31, '3 of 4 checks failed'),
      paint(31, '✗'),
      paint(90, 'docs#host/b'),
    ]) {
      expect(text).toContain(painted);
    }
    for (const painted of [
      paint(31, '!'),
      paint(90, '· N'),
      paint(32, '1 checks passed'),
      paint(31, 'not checked'),
    ]) {
      expect(text).toContain(painted);
    }
  });
});

describe('the command line', () => {
  const ENV = { DASHBOARD_API_KEY: 'key' };

  it('has no defaults but those of its options', () => {
    expect(parseCommand(['--page', 'https://app.example/a?b'], {})).toEqual({
      service: null,
      host: null,
      page: 'https://app.example/a?b',
      dashboardGuid: '',
      apiKey: '',
      connectionString: undefined,
      userHeaders: {},
      withLogout: false,
      isWaiting: false,
      timeoutSeconds: 5,
      isJson: false,
      isHelp: false,
    });
  });

  it('takes secrets from the environment', () => {
    const args = [
      '--service=https://bi.example/bi/',
      '--host',
      'http://app.example/x',
      '--dashboard',
      GUID,
      '--logout',
      '--wait',
      '--timeout=600',
      '--json',
    ];
    const env = {
      ...ENV,
      DASHBOARD_CONNECTION_STRING: 'Server=a',
      DASHBOARD_HOST_COOKIE: 'a=\tb\u00ff',
      DASHBOARD_HOST_AUTHORIZATION: 'Bearer c',
    };
    expect(parseCommand(args, env)).toEqual({
      service: 'https://bi.example/bi',
      host: 'http://app.example/x',
      page: null,
      dashboardGuid: GUID,
      apiKey: 'key',
      connectionString: 'Server=a',
      userHeaders: { Cookie: 'a=\tb\u00ff', Authorization: 'Bearer c' },
      withLogout: true,
      isWaiting: true,
      timeoutSeconds: 600,
      isJson: true,
      isHelp: false,
    });
    expect(parseCommand(['-h'], {}).isHelp).toBe(true);
  });

  it.each<[args: string[], env: Record<string, string>, message: RegExp]>([
    [
      ['--page', 'https://a@app.example/'],
      {},
      /^--page must be an address .* without user and password\.$/,
    ],
    [['--page', 'https://app.example/', '--timeout', '0'], {}, /^--timeout must be .* 1 to 600\.$/],
    [['--page', 'https://app.example/', '--timeout', '601'], {}, /^--timeout must be/],
    [['--page', 'https://app.example/', '--timeout', '5s'], {}, /^--timeout must be/],
    [['--page', 'https://:b@app.example/'], {}, /^--page must be/],
    [['--page', 'x-http://a/'], {}, /^--page must be/],
    [['--page', 'httpx://a/'], {}, /^--page must be/],
    [['--page', 'https://a/', '--service', ''], {}, /^Set --dashboard to the GUID/],
    [['--host', 'https://a/', '--dashboard', GUID, '--wait'], {}, /^--wait needs --service\.$/],
    [
      ['--service', 'https://a/', '--dashboard', GUID, '--logout'],
      ENV,
      /^--logout needs --host\.$/,
    ],
    [
      ['--service', 'https://a/', '--dashboard', GUID],
      {},
      /^Set DASHBOARD_API_KEY to the key of the account\.$/,
    ],
    [['--host', 'https://a/token', '--dashboard', GUID], {}, /^Leave \/token out of --host\.$/],
    [
      ['--host', 'a', '--dashboard', GUID],
      {},
      /^--host must be an address such as .* without user/,
    ],
    [
      ['--page', 'https://a/'],
      { DASHBOARD_HOST_AUTHORIZATION: 'a\nb' },
      /^DASHBOARD_HOST_AUTHORIZATION is not the value of a header\.$/,
    ],
    [
      ['--page', 'https://a/'],
      { DASHBOARD_HOST_COOKIE: 'a\u0100' },
      /^DASHBOARD_HOST_COOKIE is not/,
    ],
  ])('%j with %j is refused', (args, env, message) => {
    expect(() => parseCommand(args, env)).toThrow(message);
  });
});

async function run(args: readonly string[], changes: object = {}) {
  const outputs = { stdout: '', stderr: '' };
  const status = await runCommand(args, {
    env: {},
    stdout: { write: (text) => (outputs.stdout += text) },
    stderr: { write: (text) => (outputs.stderr += text) },
    clock: new FakeClock(),
    stop: new AbortController().signal,
    ...changes,
  });
  return { status, ...outputs };
}

describe('the command', () => {
  it.each<[args: string[], status: number, stream: 'stdout' | 'stderr']>([
    [['--help'], 0, 'stdout'],
    [['-h'], 0, 'stdout'],
    [['doctor', '--help'], 0, 'stdout'],
    [['doctor', '-h'], 0, 'stdout'],
    [[], 2, 'stderr'],
    [['docter'], 2, 'stderr'],
  ])('%j prints the usage', async (args, status, stream) => {
    const result = await run(args);
    expect(result).toEqual({
      status,
      stdout: '',
      stderr: '',
      [stream]: expect.stringMatching(/^Usage: npx embedded-dashboard doctor \[options\]\n/),
    });
  });

  it('names no secret in a failure of its own', async () => {
    const failing = (error: unknown) => ({
      stdout: {
        write: () => {
          throw error;
        },
      },
    });
    const { status, stderr } = await run(['--help'], failing(new Error('SECRET')));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^The doctor failed\. This is a bug of embedded-dashboard\.\n +at .+\n/);
    expect(stderr).not.toContain('SECRET');
    const other = await run(['--help'], failing('SECRET'));
    expect(other.stderr).toBe('The doctor failed. This is a bug of embedded-dashboard.\n');
    const usage = await run(['doctor']);
    expect(usage.stderr).toMatch(
      /^Name something to check: .*\.\nSee npx embedded-dashboard --help\.\n$/,
    );
  });
});

describe('the headers of the user', () => {
  const headersOf = async (
    toParts: (url: string) => string[],
  ): Promise<Record<string, unknown>> => {
    const got: Record<string, IncomingHttpHeaders> = {};
    const server = createServer((request, response) => {
      got[request.url!] ??= request.headers;
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"token":"token-0123456789"}');
    });
    const url = await listen(server);
    const env = { DASHBOARD_HOST_COOKIE: 'a=b' };
    await run(['doctor', '--dashboard', GUID, ...toParts(url)], { env });
    server.close().closeAllConnections();
    return { host: got['/h/token']?.cookie, page: got['/p']?.cookie };
  };

  it('go to the host, and to a page of its origin', async () => {
    const both = await headersOf((url) => ['--host', `${url}/h`, '--page', `${url}/p`]);
    expect(both).toEqual({ host: 'a=b', page: 'a=b' });
    const page = await headersOf((url) => ['--page', `${url}/p`]);
    expect(page).toEqual({ host: undefined, page: 'a=b' });
  });

  it('do not go to a page of another origin', async () => {
    const other = await headersOf((url) => [
      '--host',
      `${url}/h`,
      '--page',
      `${url.replace('127.0.0.1', 'localhost')}/p`,
    ]);
    expect(other).toEqual({ host: 'a=b', page: undefined });
  });
});
