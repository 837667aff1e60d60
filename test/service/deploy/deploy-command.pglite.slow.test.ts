import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDashboardService, demoDashboards } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { toFiles } from '../../../service/src/deploy/dashboard-files.ts';
import { useFolder } from '../../support/use-folder.ts';
import { type Ending, spawnService, waitForEnd } from '../service-process.ts';

const root = useFolder();
const database = join(root, 'database');
const folder = join(root, 'dashboards');
const COMPANY = ['--company', 'Aurora Coffee Supply'];

const run = (args: readonly string[]): Promise<Ending> =>
  waitForEnd(spawnService({ DATABASE_URL: database }, [], ['deploy', ...args]));

/** Expects that the command refuses its arguments in one line. */
async function expectRefused(args: readonly string[], line: RegExp): Promise<void> {
  const ending = await run(args);
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

it('says which dashboards --remove would remove', async () => {
  const other = demoDashboards.slice(1).map(({ title, guid }) => `${title} (${guid}): to remove`);
  mkdirSync(join(folder, 'first'), { recursive: true });
  for (const [name, text] of toFiles(demoDashboards[0]!)) {
    writeFileSync(join(folder, 'first', name), text);
  }
  const { stdout, stderr } = await run([folder, ...COMPANY, '--remove', '--dry-run']);
  expect([stderr, stdout.match(/.*to remove$/gm)?.toSorted()]).toEqual(['', other.toSorted()]);
});

it.for([
  [folder],
  COMPANY,
  [folder, ...COMPANY, '--out', '--publish'],
  [folder, ...COMPANY, '--yes'],
  [folder, '--company', ''],
])('refuses arguments that do not fit: %j', (args) => expectRefused(args, /; see --help\.$/));
