import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { GUIDS, openPlayground } from '../playground-browser.ts';

/** Runs the command of the built package. */
async function runDoctor(args: readonly string[], env: Record<string, string>) {
  // The doctor's own limits are too short for a busy machine.
  const patience = ['--timeout', '600'];
  const command = [
    `${BUILT_PACKAGE}/command.js`,
    'doctor',
    '--dashboard',
    GUIDS['Sales overview'],
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

it('the demo passes all three parts of the doctor', async () => {
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
