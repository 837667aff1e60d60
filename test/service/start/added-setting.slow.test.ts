import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleScript } from '../../support/bundle-script.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

/** A copy of the service and of its table in the documentation. Its only change is one more row. */
const COPY = resolve('test-results/added-setting');
const TABLE = `${COPY}/service/src/start/settings.ts`;
const PROGRAM = `${COPY}/program.ts`;

const ROW = `
  /** The hour at which the service rests. */
  restAt: {
    variable: 'SERVICE_REST_AT',
    read: wholeNumber(0, 23),
    parse: (hour: number) => {
      if (hour < 24) return { hour };
      throw new RangeError('restAt must be an hour.');
    },
    fallback: 3,
    meaning: 'The hour, from 0 to 23, at which the service rests.',
  },
`;

/** Uses the setting in each of its types. A line that is right would be an error after `@ts-expect-error`. */
const USES = `
import { createDashboardService, type Settings } from './service/src/index.ts';
import type { ServiceSetup } from './service/src/start/open-service.ts';

export const inService: (setup: ServiceSetup) => number = ({ restAt }) => restAt.hour;
export const inEnvironment: (settings: Settings) => number = ({ restAt }) => restAt;
createDashboardService({ restAt: 5 });
// @ts-expect-error
createDashboardService({ restAt: '5' });
`;

const RULE = 'SERVICE_REST_AT must be a whole number from 0 to 23.';

beforeAll(() => {
  rmSync(COPY, { recursive: true, force: true });
  for (const path of ['service/src', 'build/setting-table.ts', 'build/markdown-table.ts']) {
    cpSync(path, `${COPY}/${path}`, { recursive: true });
  }
  const [head, rows, ...others] = readFileSync(TABLE, 'utf8').split('export const SETTINGS = {');
  expect(others).toEqual([]);
  writeFileSync(TABLE, `${head}export const SETTINGS = {${ROW}${rows}`);
  writeFileSync(PROGRAM, USES);
});

afterAll(() => rmSync(COPY, { recursive: true, force: true }));

/** Runs the command of the copy. A service that starts would not end. */
async function run(env: Record<string, string>, ...args: string[]) {
  const command = await bundleScript(`${COPY}/service/src/main.ts`);
  const options = { env, encoding: 'utf8', timeout: PATIENCE_MS } as const;
  return spawnSync(process.execPath, [command, ...args], options);
}

it('has its type as an option, as a setting of the environment and in the service', () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram([PROGRAM], options);
  const faults = program.getSemanticDiagnostics(program.getSourceFile(PROGRAM));
  expect(faults.map(({ messageText }) => messageText)).toEqual([]);
});

it('is an option of the library, with a default and a check', async () => {
  const { createDashboardService } = (await import(`${COPY}/service/src/index.ts`)) as {
    createDashboardService: (options: object) => unknown;
  };
  expect(() => createDashboardService({ restAt: 24 })).toThrow('restAt must be an hour.');
  const { parseOptions } = (await import(TABLE)) as { parseOptions: (options: object) => object };
  expect(parseOptions({})).toMatchObject({ restAt: { hour: 3 } });
  expect(parseOptions({ restAt: 5 })).toMatchObject({ restAt: { hour: 5 } });
});

it('is an environment variable, with a default and a check', async () => {
  const { readSettings, parseSettings } = (await import(
    `${COPY}/service/src/start/read-settings.ts`
  )) as typeof import('../../../service/src/start/read-settings.ts');
  const read = (text: string) => readSettings({ SERVICE_REST_AT: text }, '/');
  expect(read('')).toMatchObject({ restAt: 3 });
  expect(read('5')).toMatchObject({ restAt: 5 });
  expect(() => read('24')).toThrow(RULE);
  expect(parseSettings({ SERVICE_REST_AT: '5' }, '/')).toMatchObject({ restAt: { hour: 5 } });
});

it('is checked when the command starts', async () => {
  const settings = { DATABASE_URL: 'memory:', SERVICE_PORT: '0', SERVICE_REST_AT: 'noon' };
  const { status, stderr } = await run(settings);
  expect([status, stderr]).toEqual([1, `embedded-dashboard-service: ${RULE}\n`]);
});

it('is in the help', async () => {
  const { stdout } = await run({}, '--help');
  expect(stdout).toMatch(
    /^ {2}SERVICE_REST_AT {15}The hour, from 0 to 23, at which the service rests\. Default: 3\.$/m,
  );
});

it('is in the documentation', async () => {
  const { toSettingTable } = (await import(
    `${COPY}/build/setting-table.ts`
  )) as typeof import('../../../build/setting-table.ts');
  expect(toSettingTable()).toContain(
    '\n| `SERVICE_REST_AT` | 3 | The hour, from 0 to 23, at which the service rests. |\n',
  );
});
