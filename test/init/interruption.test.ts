import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { apply } from '../../command/src/init/apply.ts';
import { Folder } from '../../command/src/init/folder.ts';
import { collectOutput } from '../support/collect-output.ts';
import { ApplicationFolder, type Files, packageFile, withoutTimes } from './application-folder.ts';

const LACKING: Files = {
  '.gitignore': '.env\n',
  'package.json': '{"dependencies":{"vite":"8"}}',
  'package-lock.json': '{}',
  'vite.config.js': 'export default {};\n',
};

/** A folder like that of this package, with the compiled command. */
const folder = mkdtempSync(join(tmpdir(), 'init-package-'));
const command = join(folder, 'dist/command.mjs');
const hold = join(folder, 'hold.mjs');
buildSync({
  entryPoints: ['command/src/command.ts'],
  outfile: command,
  bundle: true,
  platform: 'node',
  format: 'esm',
});
// Ends by no signal but SIGKILL.
writeFileSync(
  hold,
  `import { connect } from 'node:net';
const connection = connect(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => connection.write('SIGTERM'));
`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const HALF = 'printf half > package.json; printf half > package-lock.json';

it.for<[signal: NodeJS.Signals, moment: string, program: string, lines: string]>([
  ['SIGTERM', 'git is asked', 'git', ''],
  ['SIGTERM', 'the included service is asked', 'npm', ''],
  ['SIGTERM', 'packages are installed', 'npm', HALF],
  ['SIGINT', 'a package manager goes on, and after another', 'npm', `trap '' TERM; ${HALF}`],
])(
  'ends after %s, with all that it started, while %s',
  async ([signal, moment, program, lines]) => {
    const app = new ApplicationFolder(LACKING);
    const before = withoutTimes(app.state());
    await using held = await holdProcesses();
    const programs = join(folder, 'programs');
    write(join(programs, program), `#!/bin/sh\n${lines}\nnode '${hold}' ${held.port} &\nwait\n`);
    if (moment.includes('service')) write(join(folder, 'service/package.json'), '{}');
    const child = spawn(process.execPath, [command, 'init', '--yes'], {
      cwd: app.path,
      env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collectOutput(child);
    const ended = once(child, 'exit');
    const connection = await Promise.race([held.connection, ended.then(() => null)]);
    expect(connection, output.soFar).not.toBeNull();
    child.kill(signal);
    if (lines.startsWith('trap')) {
      await once(connection!, 'data');
      child.kill(signal);
    }
    expect(await ended).toEqual([2, null]);
    expect(await output.whole).toContain('init was interrupted.\nNothing was changed.\n');
    await held.end;
    expect(withoutTimes(app.state())).toEqual(before);
  },
);

it('restores the first files if it is interrupted before the last one', async () => {
  const app = new ApplicationFolder(LACKING);
  const before = withoutTimes(app.state());
  const stop = new AbortController();
  const first = {
    path: 'src/new/a.js',
    before: null,
    get after() {
      // A signal arrives while the file is written.
      setImmediate(() => stop.abort());
      return 'new';
    },
    purpose: '',
  };
  const last = { path: 'src/b.js', before: null, after: 'new', purpose: '' };
  const running = apply(new Folder(app.path), [first, last], {
    lastStep: () => Promise.reject(new Error('The last step was taken.')),
    touched: [],
    stop: stop.signal,
  });
  await expect(running).rejects.toThrow('init was interrupted.');
  expect(withoutTimes(app.state())).toEqual(before);
});

it('changes nothing if it is interrupted at the question', async () => {
  const app = new ApplicationFolder({ 'package.json': packageFile(['vite']) });
  const before = app.state();
  const stop = new AbortController();
  const answer = (): string => {
    stop.abort();
    return 'y';
  };
  const { status, stdout } = await app.run([], { answer, stop: stop.signal });
  expect(stdout).toContain('Make these changes? (y/N)');
  expect([status, app.state()]).toEqual([2, before]);
});

/** Waits for a process that connects, and for the end of all such processes: the system then closes the connection. */
async function holdProcesses() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = once(server, 'connection').then(([socket]) => socket as Socket);
  const end = connection.then((socket) => once(socket.on('error', () => {}).resume(), 'close'));
  return {
    port: (server.address() as AddressInfo).port,
    connection,
    end,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

/** Writes a program or a file for one test. */
function write(path: string, text: string): void {
  const parent = join(path, '..');
  mkdirSync(parent, { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
  onTestFinished(() => rmSync(parent, { recursive: true }));
}
