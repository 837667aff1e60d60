import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { createDashboardService } from 'embedded-dashboard-service';
import { beforeAll, expect, it } from 'vitest';
import { bundleService } from '../../support/bundle-script.ts';
import { hasGit } from '../../support/has-git.ts';
import { CodeBlocks } from '../../support/markdown.ts';
import { ordinaryEnvironment } from '../../support/ordinary-environment.ts';
import { useFolder } from '../../support/use-folder.ts';
import { type Ending, waitForEnd } from '../service-process.ts';

const { unclaimed } = new CodeBlocks('docs/dashboards-in-git.md');
const codeOf = (kind: string): string[] =>
  unclaimed.filter(({ info }) => info === kind).map(({ code }) => code);
const [write, check, publish, takeOver] = codeOf('sh') as [string, string, string, string];
const [files, differences, fault] = codeOf('text') as [string, string, string];

const root = useFolder();
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const database = join(root, 'database');
  const service = createDashboardService({ database });
  await service.listen(0);
  await service.close();
  // The command as it is installed: npx runs it by its name.
  mkdirSync(join(root, 'bin'));
  const script = `#!/bin/sh\nshift\nexec '${process.execPath}' '${await bundleService()}' "$@"\n`;
  writeFileSync(join(root, 'bin', 'npx'), script, { mode: 0o755 });
  env = {
    ...ordinaryEnvironment(),
    ...{ GIT_AUTHOR_NAME: 'Anna', GIT_AUTHOR_EMAIL: 'anna@example.com' },
    ...{ GIT_COMMITTER_NAME: 'Anna', GIT_COMMITTER_EMAIL: 'anna@example.com' },
    PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter),
    DATABASE_URL: database,
    // The command of the sources takes a relative path from here.
    INIT_CWD: root,
  };
});

/** Runs the lines of a block in a shell, until one fails. */
const paste = (code: string): Promise<Ending> =>
  waitForEnd(spawn('sh', ['-ec', code], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] }));

it.skipIf(!hasGit)('leads from the first files to the next version and back', async () => {
  expect(await paste('git init --quiet')).toMatchObject({ status: 0 });
  expect(await paste(write)).toMatchObject({ status: 0, stderr: '' });
  const folder = join(root, 'dashboards', 'Sales-overview');
  const names = readdirSync(folder).toSorted();
  expect(files.trim().split('\n')).toEqual(
    names.map((name) => `dashboards/Sales-overview/${name}`),
  );
  const dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as object;
  expect(dashboard).toMatchObject({ definition: JSON.parse(codeOf('json')[0]!) as object });

  const file = join(folder, 'byCountry.sql');
  const sql = readFileSync(file, 'utf8');
  writeFileSync(file, sql.replace('LIMIT 8', 'LIMIT 7'));
  const checked = await paste(check);
  expect(checked).toMatchObject({ status: 0, stderr: '' });
  expect(checked.stdout).toContain(differences);
  writeFileSync(file, 'SELECT 1 AS country,\n  2 AS revenue\nFROM nowhere\n');
  expect(await paste(check)).toEqual({
    status: 1,
    stdout: '',
    stderr: `embedded-dashboard-service: ${fault}`,
  });

  writeFileSync(file, sql.replace('LIMIT 8', 'LIMIT 7'));
  const published = await paste(publish);
  expect(published).toMatchObject({ status: 0, stderr: '' });
  expect(published.stdout).toMatch(/^Sales overview \(\S+\): published$/m);
  const taken = await paste(takeOver);
  expect(taken).toMatchObject({ status: 0, stderr: '' });
  expect(taken.stdout).toMatch(/^ dashboards\/Sales-overview\/byCountry\.sql \| 2 \+-$/m);
  expect(taken.stdout).toMatch(/^ 1 file changed, 1 insertion\(\+\), 1 deletion\(-\)$/m);
});
