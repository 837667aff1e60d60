import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { publint } from 'publint';
import { beforeAll, expect, it } from 'vitest';
import { OWNER } from '../../build/release/owner.ts';
import { packPackage } from '../../build/release/pack-package.ts';
import { collectOutput } from '../support/collect-output.ts';
import { onFreePort } from '../support/on-free-port.mjs';
import { canIsolate, commandOf, DATA, environment, isolate, prepareData } from './container.ts';
import { findLostLinks } from './lost-links.ts';
import { INSTALLED as DASHBOARD, makeApplication } from './packed-package.ts';

/** The folder of a user who has installed only the service. */
const FOLDER = resolve('test-results/service-user');
const TARBALL = `${FOLDER}/service.tgz`;
const INSTALLED = `${FOLDER}/node_modules/embedded-dashboard-service`;
/** The variables for the commands, without those that npm adds for this test run. */
const { PATH, HOME } = process.env;
const SERVICE_API_KEY = 'demo-key';
const ENV = { PATH, HOME, SERVICE_PORT: '0', SERVICE_API_KEY };
/** The first of the demo's dashboards. */
const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: FOLDER, env: ENV, encoding: 'utf8', stdio: 'pipe' });
}

beforeAll(() => {
  execFileSync(process.execPath, ['--import', 'tsx', 'build/service-package.ts']);
  makeApplication('service-user');
  const { tarball, folder } = packPackage('service/dist', FOLDER, OWNER, 'service');
  renameSync(tarball, TARBALL);
  rmSync(folder, { recursive: true });
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', TARBALL);
});

it('contains what it needs to run, but no build tools', () => {
  expect(readdirSync(`${FOLDER}/node_modules`)).not.toContain('esbuild');
  expect(readdirSync(`${FOLDER}/node_modules`)).not.toContain('tsx');
  const files = readdirSync(INSTALLED, { recursive: true, encoding: 'utf8' });
  const wanted =
    /^(package\.json|(THIRD-PARTY-)?LICENSES?(\.txt)?|README\.md|lib(\/[\w-]+)*(\.js|\.d\.ts|\.css)?)$/;
  expect(files.filter((path) => !wanted.test(path))).toEqual([]);
});

it('has no relative link to a file that is not in it', () => {
  expect(findLostLinks(INSTALLED, 'README.md')).toEqual([]);
});

it('contains the licenses and notices of the libraries in its page scripts', () => {
  const licenses = readFileSync(`${INSTALLED}/THIRD-PARTY-LICENSES.txt`, 'utf8');
  for (const file of [
    'echarts/LICENSE',
    'echarts/NOTICE',
    'zrender/LICENSE',
    'tslib/LICENSE.txt',
  ]) {
    expect(licenses).toContain(readFileSync(`node_modules/${file}`, 'utf8').trim());
  }
  const script = readFileSync(`${INSTALLED}/lib/page/browser/dashboard.js`, 'utf8');
  expect(script).toMatch(/^\/\*! Licenses: THIRD-PARTY-LICENSES\.txt in .*\*\/\n/);
});

it('passes publint, and has correct types', async () => {
  const { messages } = await publint({ pkgDir: INSTALLED, pack: false, strict: true });
  expect(messages).toEqual([]);
  const attw = resolve('test/package/node_modules/.bin/attw');
  expect(() => run(attw, TARBALL, '--profile', 'esm-only')).not.toThrow();
});

it('runs as a command until SIGTERM, with its data in the current folder', async () => {
  // In its own process group, because npx does not pass on signals.
  const options = { cwd: FOLDER, env: ENV, detached: true };
  const command = spawn('npx', ['embedded-dashboard-service'], options);
  try {
    const url = await addressOf(command);
    const getToken = `${url}/Api/GetToken/${SERVICE_API_KEY}/anna/${GUID}`;
    const token = await (await fetch(getToken)).text();
    const page = await (await fetch(`${url}/Tdb/${token}`)).text();
    expect(page).toContain('data-tile');
    const assets = page.matchAll(/(?:href|src)="\.\.(\/assets\/[^"]+)"/g);
    const paths = new Set([...assets].map(([, path]) => path));
    const types = await Promise.all(
      [...paths].map(async (path) => {
        const { status, headers } = await fetch(url + path);
        return `${status} ${headers.get('Content-Type')}`;
      }),
    );
    expect(types).toEqual(['200 text/css; charset=utf-8', '200 text/javascript; charset=utf-8']);
  } finally {
    process.kill(-command.pid!, 'SIGTERM');
  }
  await once(command, 'close');
  const kept = readdirSync(`${FOLDER}/.dashboard-service`).toSorted();
  expect(kept).toEqual(['admin-password', 'data', 'lock', 'secret', 'state']);
});

it.skipIf(!canIsolate())(
  'runs as in its image, without privileges and with read-only files',
  async () => {
    prepareData();
    const { service, url } = await onFreePort(startImage);
    try {
      const check = commandOf('HEALTHCHECK').slice(1);
      run(process.execPath, ...check.map((text) => text.replace('4600', new URL(url).port)));
      const getToken = `${url}/Api/GetToken/${SERVICE_API_KEY}/anna/${GUID}`;
      expect((await fetch(getToken)).status).toBe(200);
    } finally {
      service.kill('SIGTERM');
    }
    expect(await once(service, 'close')).toEqual([0, null]);
    expect(readdirSync(DATA)).toContain('secret');
  },
);

async function startImage(port: number): Promise<{ service: ChildProcess; url: string }> {
  const url = `http://127.0.0.1:${port}`;
  const image = { ...environment(), DATABASE_URL: DATA };
  const service = spawn(...isolate(commandOf('CMD')), {
    cwd: FOLDER,
    env: { ...ENV, ...image, SERVICE_PORT: String(port), SERVICE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(service);
  const address = await addressOf(service).catch(async () => {
    throw new Error(await output.whole);
  });
  expect(address).toBe(url);
  return { service, url };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  const lines = createInterface(stdout!);
  // A service that ends early would otherwise take the whole patience of the test.
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as string[];
  if (line === undefined) throw new Error('The service has ended without an address.');
  return /http:\S+/.exec(line)![0];
}

it('passes the test of a host application in its README', () => {
  cpSync(DASHBOARD, `${FOLDER}/node_modules/embedded-dashboard`, { recursive: true });
  const readme = readFileSync(`${INSTALLED}/README.md`, 'utf8');
  const [, test = ''] = /```js host\.test\.mjs\n(.*?)```/s.exec(readme)!;
  writeFileSync(`${FOLDER}/host.test.mjs`, test);
  expect(run(process.execPath, '--test', 'host.test.mjs')).toMatch(/^# pass 2$/m);
});
