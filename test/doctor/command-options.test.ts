import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/doctor/command-options.ts';
import { runCommand } from '../../src/doctor/run-command.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { FakeClock } from './fake-clock.ts';

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
    const args = `--service=https://bi.example/bi/ --host http://app.example/x --dashboard ${GUID}`;
    const switches = '--logout --wait --timeout=600 --json';
    const env = {
      ...ENV,
      DASHBOARD_CONNECTION_STRING: 'Server=a',
      DASHBOARD_HOST_COOKIE: 'a=\tb\u00ff',
      DASHBOARD_HOST_AUTHORIZATION: 'Bearer c',
    };
    expect(parseCommand(`${args} ${switches}`.split(' '), env)).toEqual({
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

  it.each<[args: string, env: Record<string, string>, message: string]>([
    ['--page https://a@app.example/', {}, '--page must be an address … without user and password.'],
    ['--page https://:b@app.example/', {}, '--page must be'],
    ['--page x-http://a/', {}, '--page must be'],
    ['--page httpx://a/', {}, '--page must be'],
    ['--host a --dashboard GUID', {}, '--host must be an address such as … without user'],
    ['--page https://a/ --timeout 0', {}, '--timeout must be … 1 to 600.'],
    ['--page https://a/ --timeout 601', {}, '--timeout must be'],
    ['--page https://a/ --timeout 5s', {}, '--timeout must be'],
    ['--page https://a/ --service ', {}, 'Set --dashboard to the GUID'],
    ['--host https://a/ --dashboard GUID --wait', {}, '--wait needs --service.'],
    ['--service https://a/ --dashboard GUID --logout', ENV, '--logout needs --host.'],
    [
      '--service https://a/ --dashboard GUID',
      {},
      'Set DASHBOARD_API_KEY to the key of the account.',
    ],
    ['--host https://a/token --dashboard GUID', {}, 'Leave /token out of --host.'],
    [
      '--page https://a/',
      { DASHBOARD_HOST_AUTHORIZATION: 'a\nb' },
      'DASHBOARD_HOST_AUTHORIZATION is not the value of a header.',
    ],
    [
      '--page https://a/',
      { DASHBOARD_HOST_COOKIE: 'a\r\nSECRET: 1' },
      'DASHBOARD_HOST_COOKIE is not',
    ],
    ['--page https://a/', { DASHBOARD_HOST_COOKIE: 'a\u0100' }, 'DASHBOARD_HOST_COOKIE is not'],
  ])('“%s” with %j is refused', (options, env, message) => {
    const parse = () => parseCommand(options.replace('GUID', GUID).split(' '), env);
    for (const part of message.split('…')) expect(parse).toThrow(part);
    expect(parse).not.toThrow('SECRET');
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
