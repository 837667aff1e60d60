import { beforeAll, expect, it } from 'vitest';
import { parseSettings } from '../../../service/src/start/read-settings.ts';
import { withSecrets } from '../../../service/src/start/with-secrets.ts';
import { toEnvironment } from '../../support/service-environment.ts';
import { testDatabase } from '../../support/test-database.ts';
import { useFolder } from '../../support/use-folder.ts';
import { spawnService, waitForEnd } from '../service-process.ts';
import { dashboardOf, guidOf, PASSPHRASE, startFirst } from './exported-content.ts';

const COUNT = 10_000;
/** In KiB, as the operating system counts. */
const MOST_MEMORY = 200 * 1024;
/** Makes a process print its largest memory at its end. */
const WITH_MEMORY =
  '--import=data:text/javascript,process.on("exit",()=>console.log(process.resourceUsage().maxRSS))';

const COUNTS = `1 company, ${COUNT + 6} dashboards, ${COUNT} earlier versions, 0 drafts`;

const home = useFolder();
const [from, to] = [await testDatabase(), await testDatabase()];

beforeAll(async () => {
  const { title, definition } = dashboardOf(guidOf(0), 'Title', 'Warehouse');
  // As long as a dashboard with ten tiles.
  definition.subtitle = 'x'.repeat(300);
  definition.datasets.long = { sql: `SELECT 1 -- ${'x'.repeat(8000)}` };
  await withSecrets(parseSettings(environmentOf(from), home), async (state, secrets) => {
    await startFirst(state, secrets);
    await state.query(
      `INSERT INTO dashboards (guid, company_id, title, definition, version)
       SELECT gen_random_uuid(), 1, $1, $2::text::json, 2 FROM generate_series(1, ${COUNT})`,
      [title, JSON.stringify(definition)],
    );
    await state.query(
      `INSERT INTO dashboard_versions SELECT guid, 1, title, definition, saved_at FROM dashboards
       WHERE version = 2`,
    );
  });
});

const environmentOf = (database: string) => ({
  ...toEnvironment(database),
  ...{ SERVICE_EXPORT_PASSPHRASE: PASSPHRASE, INIT_CWD: home },
});

/** Runs a command, and returns what it says, after it has used little memory. */
async function run(database: string, ...args: string[]): Promise<string> {
  const ended = await waitForEnd(spawnService(environmentOf(database), [WITH_MEMORY], args));
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const [line = '', memory] = ended.stdout.split('\n');
  console.log(`${args[0]}: ${Math.round(Number(memory) / 1024)} MiB`);
  expect(Number(memory)).toBeLessThan(MOST_MEMORY);
  return line;
}

it(`exports ${COUNT} dashboards with little memory`, async () => {
  expect(await run(from, 'export', 'all.jsonl')).toContain(COUNTS);
});

it(`imports ${COUNT} dashboards with little memory`, async () => {
  expect(await run(to, 'import', 'all.jsonl')).toContain(COUNTS);
});
