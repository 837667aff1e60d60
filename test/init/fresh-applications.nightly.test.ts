import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../support/consumer.ts';
import { freePort } from '../support/free-port.mjs';
import { packPackage } from '../support/pack-package.ts';
import { QuickStart, SERVICE_URL } from '../support/quick-start.ts';
import { writeLine } from './marked-line.ts';
import { requestToken } from './request-token.ts';

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

    const port = await freePort();
    app.replace(
      '.env.local',
      /^DASHBOARD_URL=.*$/m,
      `DASHBOARD_URL=${quickStart.here(SERVICE_URL)}`,
    );
    app.replace('.env.local', /(?<=^DASHBOARD_API_KEY=).*$/m, quickStart.service.apiKey);
    const development = ['run', 'dev', '--', '--port', `${port}`, '--strictPort'];
    const { url, [Symbol.asyncDispose]: close } = await startServer(port, 'npm', development, {
      cwd: app.folder,
      env: process.env,
      detached: true,
    });
    onTestFinished(close);

    const page = await quickStart.openPage();
    await page.goto(`${url}/dashboard.html`);
    await page.getByText(REFUSAL).waitFor();
    writeLine(join(app.folder, 'dashboards.mjs'));
    // Vite notices the change later than the test makes it.
    await expect.poll(() => requestToken(url)).toMatchObject({ status: 200 });
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

  replace(name: string, from: string | RegExp, to: string): void {
    const path = join(this.folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
}
