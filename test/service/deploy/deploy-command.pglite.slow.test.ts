import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { useFolder } from '../../support/use-folder.ts';
import { spawnService, waitForEnd } from '../service-process.ts';

const root = useFolder();
const database = join(root, 'database');
const folder = join(root, 'dashboards');
const COMPANY = ['--company', 'Aurora Coffee Supply'];

/** Expects that the command refuses its arguments in one line. */
async function expectRefused(args: readonly string[], line: RegExp): Promise<void> {
  const command = spawnService({ DATABASE_URL: database }, [], ['deploy', ...args]);
  const ending = await waitForEnd(command);
  const [, text] = /^embedded-dashboard-service: (.*)\n$/.exec(ending.stderr) ?? [];
  expect([ending.status, ending.stdout, text]).toEqual([1, '', expect.stringMatching(line)]);
}

// `docs.pglite.slow.test.ts` runs the command as documented.
it('refuses the database of a running service, and a company that does not exist', async () => {
  const service = createDashboardService({ database });
  await service.listen(0);
  try {
    const used = /another process uses the folder .* Stop it first\.$/;
    await expectRefused([folder, ...COMPANY, '--out'], used);
  } finally {
    await service.close();
  }
  const unknown = /^There is no company “No\uFFFD\uFFFD”\.$/;
  await expectRefused([folder, '--company', 'No\u001b\n', '--out'], unknown);
});

it.for([
  [folder],
  COMPANY,
  [folder, ...COMPANY, '--out', '--publish'],
  [folder, ...COMPANY, '--yes'],
  [folder, '--company', ''],
])('refuses arguments that do not fit: %j', (args) => expectRefused(args, /; see --help\.$/));
