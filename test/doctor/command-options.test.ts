import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../command/src/doctor/command-options.ts';
import { runCommand } from '../../command/src/doctor/run-command.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { toRows } from '../support/to-rows.ts';
import { FakeClock } from './fake-clock.ts';
import { runDoctor } from './run-doctor.ts';

describe('the command line', () => {
  it('has no defaults but those of its options', () => {
    expect(parseCommand(['--page', 'https://app.example/a?b'], {})).toEqual({
      ...{ service: null, host: null, page: 'https://app.example/a?b', dashboardGuid: '' },
      ...{
        apiKey: '',
        sqlParameters: '',
        connectionString: undefined,
        userHeaders: {},
        timeoutSeconds: 5,
      },
      ...{ withLogout: false, isWaiting: false, isReport: false, isJson: false, isHelp: false },
      lines: [],
    });
  });

  it('takes secrets from the environment', () => {
    const args = `--service=https://bi.example/bi/ --host http://app.example/x --dashboard ${GUID}`;
    const switches = '--logout --wait --timeout=600 --report --json';
    const env = {
      DASHBOARD_API_KEY: 'key',
      DASHBOARD_CONNECTION_STRING: 'Server=a',
      DASHBOARD_SQL_PARAMETERS: 'Region=North',
      DASHBOARD_HOST_COOKIE: 'a=\tb\u00ff',
      DASHBOARD_HOST_AUTHORIZATION: 'Bearer c',
    };
    expect(parseCommand(`${args} ${switches}`.split(' '), env)).toEqual({
      ...{ service: 'https://bi.example/bi', host: 'http://app.example/x', page: null },
      ...{ dashboardGuid: GUID, apiKey: 'key', connectionString: 'Server=a' },
      sqlParameters: 'Region=North',
      userHeaders: { Cookie: 'a=\tb\u00ff', Authorization: 'Bearer c' },
      ...{ withLogout: true, isWaiting: true, timeoutSeconds: 600, isReport: true, isJson: true },
      ...{ isHelp: false, lines: [] },
    });
    expect(parseCommand(['-h'], {}).isHelp).toBe(true);
  });
});

describe('without all addresses, the command line', () => {
  const WRITTEN = {
    ...{ service: 'https://bi.example', apiKey: 'key', host: 'http://localhost:1/x' },
    ...{ page: 'http://localhost:1/', dashboard: GUID, note: 'Edit it.' },
  };
  const LINE = 'From the files of this folder: ';
  const OF_HOST = `--host http://localhost:1/x --page http://localhost:1/ --dashboard ${GUID}`;
  const parse = (args: string, env: Record<string, string> = {}, written: object = {}) =>
    parseCommand(args.split(' ').filter(Boolean), env, () => ({ ...WRITTEN, ...written }));

  it('has the addresses of the folder', () => {
    expect(parse('--json')).toMatchObject({
      ...{ service: WRITTEN.service, host: WRITTEN.host, page: WRITTEN.page, apiKey: 'key' },
      ...{ dashboardGuid: GUID, isJson: true },
      lines: [`${LINE}--service https://bi.example ${OF_HOST}`, 'Edit it.'],
    });
    expect(parse('', { DASHBOARD_API_KEY: 'mine' }).apiKey).toBe('mine');
    const other = '00000000-0000-4000-8000-0000000000ff';
    expect(parse(`--dashboard ${other}`).dashboardGuid).toBe(other);
  });

  it('has the other addresses of the folder for a page of the application, and for no other page', () => {
    const page = 'http://localhost:1/a/b';
    expect(parse(`--page ${page}`)).toMatchObject({
      ...{ service: WRITTEN.service, host: WRITTEN.host, page, apiKey: 'key' },
      dashboardGuid: GUID,
      lines: [
        `${LINE}--service https://bi.example --host http://localhost:1/x --dashboard ${GUID}`,
        'Edit it.',
      ],
    });
    expect(parse('--page http://localhost:12/')).toMatchObject({
      ...{ service: null, host: null, page: 'http://localhost:12/', apiKey: '', lines: [] },
    });
  });

  it('leaves the service out if there is no key for it', () => {
    const { service, lines } = parse('', {}, { apiKey: undefined });
    expect(service).toBeNull();
    expect(lines.slice(0, 2)).toEqual([
      LINE + OF_HOST,
      'The service is not checked: set DASHBOARD_API_KEY to the key of the account.',
    ]);
  });

  it('takes the key of the folder for its own service only', () => {
    const rest = `--dashboard ${GUID}`;
    expect(parse(`--service https://bi.example/ ${rest}`).apiKey).toBe('key');
    expect(() => parse(`--service https://bi.example.evil ${rest}`)).toThrow(
      'Set DASHBOARD_API_KEY',
    );
    const mine = { DASHBOARD_API_KEY: 'mine' };
    expect(parse(`--service https://other.example ${rest}`, mine).apiKey).toBe('mine');
  });

  it('reads nothing if an address needs no key', () => {
    const read = (): never => {
      throw new Error('It was read.');
    };
    const host = ['--host', 'https://a/', '--page', 'https://a/', '--dashboard', GUID];
    expect(parseCommand(host, {}, read).lines).toEqual([]);
    expect(parseCommand(['--help'], {}, read).isHelp).toBe(true);
  });
});

/** Wrong options, each with the line that says what to do; `…` is any text. `GUID` is an identifier. */
const WRONG = `
  → Name something to check: …run the doctor in the folder of your application.
  --page https://a/ --report → --report needs --service.
  --service https://bi.example · --page https://a/ --service= → Set --dashboard to the GUID
  --host https://a.example --dashboard x → Set --dashboard
  --page /reports → --page must be an address such as
  --page ftp://a.example · --page x-http://a/ · --page httpx://a/ · --page https://:b@app.example/ → --page must be
  --page https://a@app.example/ → --page must be an address … without user and password.
  --host a --dashboard GUID → --host must be an address such as … without user
  --service https://a:SECRET@bi.example --dashboard GUID → --service must be an address
  --service https://bi.example/?apiKey=SECRET --dashboard GUID → --service must be
  --page https://a/ --timeout 0 → --timeout must be … 1 to 600.
  --page https://a/ --timeout 601 · --page https://a/ --timeout 5s → --timeout must be
  --page https://a.example --wait · --host https://a/ --dashboard GUID --wait → --wait needs --service.
  --page https://a.example --logout · --service https://a/ --dashboard GUID --logout → --logout needs --host.
  --api-key SECRET → Unknown option
  SECRET → Secrets come from the environment
  --host → Write --host with a value
  --json=SECRET → Write --json without a value
  --host https://a.example/x/token --dashboard GUID → Leave /token out of --host.
`;

const ENVIRONMENTS: [options: string, line: string, env: Record<string, string>][] = [
  [
    '--service https://a/ --dashboard GUID',
    'Set DASHBOARD_API_KEY to the key of the account.',
    { DASHBOARD_API_KEY: '' },
  ],
  ...['a\nb', 'a\r\nSECRET: 1', 'a\u0100'].flatMap((value) =>
    ['DASHBOARD_HOST_AUTHORIZATION', 'DASHBOARD_HOST_COOKIE'].map(
      (name): [string, string, Record<string, string>] => {
        return ['--page https://a/', `${name} is not the value of a header.`, { [name]: value }];
      },
    ),
  ),
];

it.each<[options: string, line: string, env?: Record<string, string>]>([
  ...toRows(WRONG),
  ...ENVIRONMENTS,
])('the options “%s” end with 2 and a line: %s', async (options, line, env = {}) => {
  const args = options.replace('GUID', GUID).split(' ').filter(Boolean);
  const { status, stderr, stdout } = await runDoctor(args, { env });
  expect([status, stdout]).toEqual([2, '']);
  const [first = '', ...others] = stderr.slice(0, -1).split('\n');
  for (const part of line.split('…')) expect(first).toContain(part);
  expect(others).toEqual(['See npx embedded-dashboard --help.']);
});

async function run(args: readonly string[], changes: object = {}) {
  const outputs = { stdout: '', stderr: '' };
  const status = await runCommand(args, {
    env: {},
    stdout: { write: (text) => (outputs.stdout += text) },
    stderr: { write: (text) => (outputs.stderr += text) },
    clock: new FakeClock(),
    stop: new AbortController().signal,
    readAddresses: () => null,
    ...changes,
  });
  return { status, ...outputs };
}

describe('the command', () => {
  it.each(['--help', '-h', 'doctor --help', 'doctor -h', '', 'docter'])(
    'prints the usage for “%s”',
    async (args) => {
      const isAsked = args.includes('-h');
      const usage = expect.stringMatching(/^Usage: npx embedded-dashboard doctor \[options\]\n/);
      expect(await run(args.split(' ').filter(Boolean))).toEqual({
        ...{ status: isAsked ? 0 : 2, stdout: isAsked ? usage : '', stderr: isAsked ? '' : usage },
      });
    },
  );

  it('names no secret in a failure of its own', async () => {
    const failWith = (error: unknown) => {
      const write = () => {
        throw error;
      };
      return run(['--help'], { stdout: { write } });
    };
    const { status, stderr } = await failWith(new Error('SECRET'));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^The doctor failed\. This is a bug of embedded-dashboard\.\n +at .+\n/);
    expect(stderr).not.toContain('SECRET');
    const other = await failWith('SECRET');
    expect(other.stderr).toBe('The doctor failed. This is a bug of embedded-dashboard.\n');
  });
});
