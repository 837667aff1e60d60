import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { startServer } from '../support/consumer.ts';
import { endProcess } from '../support/end-process.ts';
import { freePort } from '../support/free-port.mjs';
import { packPackage } from '../support/pack-package.ts';
import { QuickStart, SERVICE_URL } from '../support/quick-start.ts';

/** The generator, and its templates. `CREATE_VITE=latest` tries the newest one. */
const GENERATOR = `create-vite@${process.env.CREATE_VITE ?? '9.3.0'}`;
const TEMPLATES = ['vanilla-ts', 'react-ts', 'vue-ts', 'svelte-ts', 'solid-ts', 'lit-ts'];

const REFUSAL = 'You don’t have access to this dashboard.';
const PACKED = resolve('test-results/init.tgz');

let quickStart: QuickStart;

beforeAll(async () => {
  packPackage(PACKED);
  quickStart = await QuickStart.open();
});

afterAll(() => quickStart.close());

it.for(TEMPLATES)(
  'shows a dashboard in a fresh application of Vite after one edit: %s',
  async (template) => {
    const folder = mkdtempSync(join(tmpdir(), 'fresh-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const app = new FreshApplication(join(folder, 'app'));
    const args = ['--yes', GENERATOR, 'app', '--template', template, '--no-interactive'];
    execFileSync('npx', args, { cwd: folder, stdio: 'ignore' });
    app.run('git', 'init', '--quiet');
    app.run('npm', 'install', '--no-audit', '--no-fund');
    expect(app.init()).toContain('Until step 1, every reader is refused.');
    expect(app.init()).toContain('Nothing to change.');
    // The template's own build checks the types of the written files.
    app.run('npm', 'run', 'build');

    const [hostPort, pagePort] = [await freePort(), await freePort()];
    app.replace(
      '.env.local',
      /^DASHBOARD_URL=.*$/m,
      `DASHBOARD_URL=${quickStart.here(SERVICE_URL)}`,
    );
    app.replace('.env.local', /(?<=^DASHBOARD_API_KEY=).*$/m, quickStart.service.apiKey);
    for (const config of ['vite.config.ts', 'vite.config.js'])
      app.replace(config, '3000', `${hostPort}`);
    const host = new Host(app.folder, hostPort);
    onTestFinished(() => host.close());
    await host.starts(1);
    const development = ['run', 'dev', '--', '--port', `${pagePort}`, '--strictPort'];
    const { url, [Symbol.asyncDispose]: close } = await startServer(pagePort, 'npm', development, {
      cwd: app.folder,
      env: process.env,
      detached: true,
    });
    onTestFinished(close);

    const page = await quickStart.openPage();
    await page.goto(`${url}/dashboard.html`);
    await page.getByText(REFUSAL).waitFor();
    app.replace(
      'dashboards.mjs',
      /^.*EDIT THIS LINE.*$/m,
      `  resolve: () => ({ sessionId: 'demo', dashboards: ['${GUID}'] }),`,
    );
    await host.starts(2);
    await page.reload();
    const frame = page.locator('embedded-dashboard iframe').contentFrame();
    await frame.locator('h1').waitFor();
    expect(await page.getByText(REFUSAL).count()).toBe(0);
  },
);

/** An application that its generator has made. */
class FreshApplication {
  constructor(readonly folder: string) {}

  run(program: string, ...args: string[]): string {
    const env = { ...process.env, EMBEDDED_DASHBOARD_PACKAGE: `file:${PACKED}` };
    return execFileSync(program, args, { cwd: this.folder, env, encoding: 'utf8' });
  }

  init(): string {
    return this.run(process.execPath, resolve('dist/command.js'), 'init', '--yes');
  }

  /** Edits a file, if it exists. */
  replace(name: string, from: string | RegExp, to: string): void {
    const path = join(this.folder, name);
    try {
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOENT' });
    }
  }
}

/** The host of an application, which starts again after an edit. */
class Host {
  readonly #process: ChildProcess;
  #output = '';

  constructor(folder: string, port: number) {
    const env = { ...process.env, PORT: String(port) };
    const args = ['run', 'dashboards'];
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    this.#process = spawn('npm', args, { cwd: folder, env, stdio: [...stdio], detached: true });
    this.#process.stdout!.on('data', (text) => (this.#output += String(text)));
  }

  /** Waits until the host has started that many times. */
  async starts(times: number): Promise<void> {
    const count = (): number => this.#output.split('Your host is ready.').length - 1;
    await expect.poll(count).toBe(times);
  }

  close(): Promise<void> {
    return endProcess(this.#process, () => process.kill(-this.#process.pid!));
  }
}
