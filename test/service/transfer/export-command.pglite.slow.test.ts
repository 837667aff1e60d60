import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { useFolder } from '../../support/use-folder.ts';
import { type Ending, spawnService, waitForEnd } from '../service-process.ts';
import { PASSPHRASE } from './exported-content.ts';

const home = useFolder();

/** Runs a command of the service on a folder. */
function run(folder: string, ...args: string[]): Promise<Ending> {
  const env = { DATABASE_URL: join(home, folder), SERVICE_EXPORT_PASSPHRASE: PASSPHRASE };
  return waitForEnd(spawnService({ ...env, INIT_CWD: home }, [], args));
}

/** Starts a service on a folder, and closes it after the work. Returns its API key. */
async function serve(folder: string, work: () => Promise<void> = async () => {}): Promise<string> {
  const service = createDashboardService({ database: join(home, folder) });
  try {
    await service.listen(0);
    await work();
    return service.apiKey;
  } finally {
    await service.close();
  }
}

const COUNTS =
  '1 company, 6 dashboards, 0 earlier versions, 0 drafts, 0 data connections, 0 people.';
/** The key of the first folder. */
let apiKey: string;

it('exports a folder while its service is stopped', async () => {
  const file = join(home, 'all.jsonl');
  apiKey = await serve('first', async () => {
    const refused = await run('first', 'export', 'all.jsonl');
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /another process uses the folder .* Stop it first\. Or download the export in the back office, under “Companies”\.\n$/,
    );
  });
  expect(await run('first', 'export', 'all.jsonl')).toEqual({
    ...{ status: 0, stderr: '', stdout: `Exported to ${file}: ${COUNTS}\n` },
  });
  const again = await run('first', 'export', 'all.jsonl');
  expect([again.status, again.stderr]).toEqual([
    1,
    `embedded-dashboard-service: ${file} exists already.\n`,
  ]);
  // No part of a file is left.
  expect(readdirSync(home).toSorted()).toEqual(['all.jsonl', 'first']);
});

it('imports into another folder, which has the key of the file before its first start', async () => {
  expect(await run('second', 'import', 'all.jsonl')).toEqual({
    ...{ status: 0, stderr: '', stdout: `Imported: ${COUNTS}\n` },
  });
  const printed = await run('second', '--print-demo');
  expect(JSON.parse(printed.stdout)).toMatchObject({ apiKey });
  expect(await serve('second')).toBe(apiKey);
});

it('imports the dashboards of one company', async () => {
  const company = 'Aurora Coffee Supply';
  const changed = await run('second', 'import', 'all.jsonl', '--company', company);
  expect(changed.stdout).toBe(
    `Imported into ${company}: 0 new dashboards, 0 new versions, 6 unchanged.\n`,
  );
});

it('refuses an option of another command, and a missing file', async () => {
  const wrong = await run('third', 'export', 'all.jsonl', '--company', 'Aurora');
  expect(wrong.stderr).toContain('Unknown command or wrong arguments');
  expect((await run('third', 'import')).stderr).toContain('Unknown command or wrong arguments');
  const nowhere = await run('third', 'export', 'no-folder/all.jsonl');
  expect(nowhere.stderr).toBe(
    `embedded-dashboard-service: ${join(home, 'no-folder')} does not exist.\n`,
  );
});
