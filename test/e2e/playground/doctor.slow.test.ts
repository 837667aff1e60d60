import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { QuickStart } from '../../support/quick-start.ts';
import { CodeBlocks } from '../../support/markdown.ts';
import { openPlayground } from '../playground-browser.ts';

const blocks = new CodeBlocks('docs/quick-start.md');
const SERVER = blocks.claim('js demo/quick-start/server.mjs');
const PAGE = blocks.claim('html demo/quick-start/public/index.html');
const GUID = /dashboard-guid="(.*)"/.exec(PAGE)![1]!;

/** Runs the command of the built package. */
async function runDoctor(args: readonly string[], env: Record<string, string>) {
  // The doctor's own limits are too short for a busy machine.
  const patience = ['--timeout', '600'];
  const command = [
    `${BUILT_PACKAGE}/command.js`,
    'doctor',
    '--dashboard',
    GUID,
    ...patience,
    ...args,
  ];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { output: await text(child.stdout), status: await closed };
}

/** The lines of failed checks, and of parts that could not run. */
function findingsOf(output: string): string[] {
  return output.split('\n').filter((line) => /[✗!]/.test(line));
}

describe('the quick start', () => {
  let quickStart: QuickStart;

  beforeAll(async () => {
    quickStart = await QuickStart.open();
  });

  afterAll(() => quickStart.close());

  it('passes all three parts of the doctor in one run of the command', async () => {
    await using host = await quickStart.startHost(SERVER, PAGE);
    const parts = [
      ['--service', quickStart.service.url],
      ['--host', `${host.url}/dashboards`, '--logout'],
      ['--page', host.url],
    ];
    const secrets = { DASHBOARD_API_KEY: quickStart.service.apiKey };
    const { output, status } = await runDoctor(parts.flat(), secrets);
    expect(findingsOf(output)).toEqual([]);
    expect(output.match(/: \d+ checks passed/g)).toHaveLength(3);
    expect(output).not.toContain(quickStart.service.apiKey);
    expect(status).toBe(0);
  });
});

describe('the demo', () => {
  it('passes all three parts of the doctor', async () => {
    await using open = await openPlayground();
    const page = await open.visit();
    const cookies = await page.context().cookies();
    const { service } = open.playground;
    const parts = [
      ['--service', service.url],
      ['--host', `${new URL(page.url()).origin}/dashboards`],
      ['--page', page.url()],
    ];
    const secrets = {
      DASHBOARD_API_KEY: service.apiKey,
      DASHBOARD_HOST_COOKIE: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    };
    // One after the other: a run has a time limit, and a busy machine has other tests.
    const [ofService, ofHost, ofPage] = [
      await runDoctor(parts[0]!, secrets),
      await runDoctor(parts[1]!, secrets),
      await runDoctor(parts[2]!, secrets),
    ];
    for (const { output, status } of [ofService, ofHost, ofPage]) {
      expect(findingsOf(output)).toEqual([]);
      expect(status).toBe(0);
    }
    expect(ofPage.output).toContain('· The HTML has no <embedded-dashboard>');
  });
});
