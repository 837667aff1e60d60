import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CodeBlocks } from '../support/markdown.ts';
import {
  ApplicationFolder,
  type Files,
  installed,
  packageFile,
  withoutTimes,
} from './application-folder.ts';
import { APPLICATIONS } from './applications.ts';

const CONFIG = 'export default { plugins: [] };\n';
const VITE: Files = { 'package.json': packageFile(['vite']), 'vite.config.js': CONFIG };
const LACKING: Files = {
  ...VITE,
  ...installed('vite@8.0.0'),
  'package.json': '{"dependencies":{"vite":"8"}}',
};

/** A package that npm installs without the network. */
const SOURCE = { 'source/package.json': '{"name":"embedded-dashboard","version":"1.0.0"}' };
const env = { EMBEDDED_DASHBOARD_PACKAGE: 'file:./source' };

/** `npm --silent` makes each npm that it starts silent. */
function withSilentNpm(): void {
  vi.stubEnv('npm_config_loglevel', 'silent');
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('the question', () => {
  it('changes the files after the answer Yes', async () => {
    const app = new ApplicationFolder(VITE);
    expect((await app.run([], { answer: 'Yes' })).status).toBe(0);
    expect(app.read('dashboards.mjs')).toContain('EDIT THIS LINE');
  });

  it.for(['', 'n', 'yes please'])('changes nothing after the answer "%s"', async (answer) => {
    const app = new ApplicationFolder(VITE);
    const before = app.state();
    const { status, stdout } = await app.run([], { answer });
    expect([status, app.state()]).toEqual([2, before]);
    expect(stdout).toContain('Nothing was changed.');
  });

  it('is not asked without a terminal: the changes are listed', async () => {
    const app = new ApplicationFolder(VITE);
    const before = app.state();
    const { status, stdout } = await app.run([]);
    expect([status, app.state()]).toEqual([2, before]);
    expect(stdout).toContain('  new  dashboards.mjs');
    expect(stdout).toContain('add --yes');
  });
});

describe('symbolic links', () => {
  it.for([
    ['vite.config.js', 'file'],
    ['package.json', 'file'],
    ['.env', 'file'],
    ['src', 'folder'],
  ])('refuses %s as a link, and writes nothing', async ([name, kind]) => {
    const outside = new ApplicationFolder(VITE);
    const { [name!]: _, ...files } = VITE;
    const app = new ApplicationFolder(files);
    const target = join(outside.path, kind === 'file' ? name! : 'elsewhere');
    if (kind === 'folder') mkdirSync(target);
    if (name === '.env') writeFileSync(target, '');
    symlinkSync(target, join(app.path, name!));
    const before = [app.state(), outside.state()];
    const { status, stderr } = await app.run(['--yes']);
    expect(status).toBe(2);
    expect(stderr).toContain(`${name} is a symbolic link.`);
    expect([app.state(), outside.state()]).toEqual(before);
  });

  it('refuses a link that leads to nothing', async () => {
    const app = new ApplicationFolder(VITE);
    symlinkSync('/nonexistent', join(app.path, 'dashboards.mjs'));
    const { status, stderr } = await app.run(['--yes']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('dashboards.mjs is a symbolic')]);
  });
});

describe('a step that fails', () => {
  it('restores all files if the package manager fails, and prints its message', async () => {
    withSilentNpm();
    const app = new ApplicationFolder({
      ...LACKING,
      'package-lock.json': '{ "lockfileVersion": 3 }',
    });
    const before = app.state();
    const { status, stderr } = await app.run(['--yes'], {
      env: { EMBEDDED_DASHBOARD_PACKAGE: 'file:./missing' },
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/npm install file:\.\/missing failed:\nnpm (error|ERR!) code ENOENT\n/);
    expect(stderr).toContain('Nothing was changed.');
    expect(withoutTimes(app.state())).toEqual(withoutTimes(before));
  });

  it('restores all files if the package manager is not installed', async () => {
    const app = new ApplicationFolder({ ...LACKING, 'bun.lock': '' });
    const before = app.state();
    const path = process.env.PATH;
    process.env.PATH = app.path;
    const { status, stderr } = await app.run(['--yes']).finally(() => (process.env.PATH = path));
    expect([status, stderr]).toEqual([2, expect.stringContaining('bun is not installed.')]);
    expect(withoutTimes(app.state())).toEqual(withoutTimes(before));
  });

  it('does not wait for a named pipe', async () => {
    const app = new ApplicationFolder({});
    execFileSync('mkfifo', [join(app.path, 'package.json')]);
    const { status, stderr } = await app.run(['--yes']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('package.json is not a file.')]);
  });

  it('restores all files and folders if a file cannot be written', async () => {
    const app = new ApplicationFolder({ ...VITE, src: 'a file, not a folder' });
    const before = app.state();
    const { status, stderr } = await app.run(['--yes']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be written (')]);
    expect(withoutTimes(app.state())).toEqual(withoutTimes(before));
  });
});

it('prints in a terminal what the docs show, installs the package, and changes nothing at a second run', async () => {
  const shown = new CodeBlocks('docs/existing-application.md').claim('text');
  const [changes, question, next] = shown.split(/^(Make these changes\? .*\n)/m);
  const { files } = APPLICATIONS.find(({ name }) => name === 'Vite with React')!;
  const app = new ApplicationFolder({
    ...files,
    ...installed('vite@8.0.0', 'react@19.2.0'),
    'package.json': files['package.json']!.replace('"embedded-dashboard": "*",', ''),
    ...SOURCE,
  });
  const { status, stdout, stderr } = await app.run([], { answer: 'y', env });
  expect([status, stderr]).toEqual([0, '']);
  const output = stdout.replace('npm install file:./source', 'npm install embedded-dashboard');
  expect(output.slice(0, changes!.length)).toBe(changes);
  expect(output).toContain(question!.replace(/y\n$/, ''));
  expect(output.slice(-next!.length)).toBe(next);
  expect(JSON.parse(app.read('package.json'))).toMatchObject({
    dependencies: { 'embedded-dashboard': 'file:source', vite: '*' },
  });
  const after = app.state();
  expect((await app.run(['--yes'], { env })).stdout).toContain('Nothing to change.');
  expect(app.state()).toEqual(after);
});

describe('existing files', () => {
  it('keeps their rights, and hides a new file with a key from other users', async () => {
    const app = new ApplicationFolder(VITE);
    chmodSync(join(app.path, 'vite.config.js'), 0o640);
    await app.run(['--yes']);
    const rights = (name: string): number => statSync(join(app.path, name)).mode & 0o777;
    expect([rights('vite.config.js'), rights('.env')]).toEqual([0o640, 0o600]);
  });

  it('stay as they are if they have the name of a new file, and the text is printed', async () => {
    const app = new ApplicationFolder({ ...LACKING, ...SOURCE, 'dashboard.html': 'mine' });
    const { stdout } = await app.run(['--dry-run']);
    expect(stdout).toContain('  you  dashboard.html exists already and stays as it is.');
    expect(stdout).not.toContain('  new  dashboard.html');
  });

  it('stay as they are after an edit of a written file', async () => {
    const app = new ApplicationFolder(VITE);
    await app.run(['--yes']);
    app.write('dashboards.mjs', 'edited');
    const { stdout } = await app.run(['--yes']);
    expect(stdout).toContain('Nothing to change.');
    expect(app.read('dashboards.mjs')).toBe('edited');
  });
});

describe('the key', () => {
  it('is not written outside a repository', async () => {
    process.env.SERVICE_API_KEY = 'a-SECRET-key-of-the-demo';
    const files = { ...VITE, '.gitignore': '.env\n' };
    const app = new ApplicationFolder(files, { isRepository: false });
    await app.run(['--yes'], { packageFolder: process.cwd() });
    delete process.env.SERVICE_API_KEY;
    expect(app.read('.env')).toContain('DASHBOARD_API_KEY=your-key\n');
  });

  it.each([
    ['node_modules\n', '.env', 'node_modules\n.env\n'],
    ['*.local\n', '.env.local', '*.local\n'],
    ['.env\n!.env\n', '.env', '.env\n!.env\n.env\n'],
  ])('stays out of a later repository with the rules %j', async (rules, envFile, after) => {
    const files = { ...VITE, '.gitignore': rules };
    const app = new ApplicationFolder(files, { isRepository: false });
    await app.run(['--yes']);
    expect(app.read(envFile)).toContain('DASHBOARD_API_KEY=your-key\n');
    expect(app.read('.gitignore')).toBe(after);
  });

  it('is not added to an address that is there, and no entry has a prefix of clients', async () => {
    const app = new ApplicationFolder({
      ...VITE,
      '.gitignore': '.env\n',
      '.env': 'A=1\r\nDASHBOARD_URL=https://bi.example',
    });
    await app.run(['--yes'], { packageFolder: process.cwd() });
    expect(app.read('.env')).toBe(
      'A=1\r\nDASHBOARD_URL=https://bi.example\r\n# The dashboard service. For the server only.\r\nDASHBOARD_API_KEY=your-key\r\n',
    );
  });
});
