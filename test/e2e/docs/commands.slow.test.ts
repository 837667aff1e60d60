import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BENCHES } from '../../../bench/benches.ts';
import { ApplicationFolder, packageFile } from '../../init/application-folder.ts';
import { TIERS } from '../../run/tiers.mjs';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { collectOutput } from '../../support/collect-output.ts';
import type { Consumer } from '../../support/consumer.ts';
import { hasGit } from '../../support/has-git.ts';
import { ordinaryEnvironment } from '../../support/ordinary-environment.ts';
import { findPrintedCommands } from './printed-commands.ts';
import { QuickStart } from '../../support/quick-start.ts';

/** How a command is tried in a shell. */
interface Trial {
  /** The texts that replace parts of the command. */
  replace?: () => Record<string, string>;
  /** Default: a new application with the package. */
  folder?: 'repository';
  env?: () => Record<string, string>;
  /** Ends the command when it has printed this. Otherwise, it must end with `status`. */
  ready?: RegExp;
  /** Default: 0. */
  status?: number | 'any';
  says?: RegExp;
}

let quickStart: QuickStart;
let host: Consumer;

const dashboardOf = () => quickStart.service.dashboards[0]!.guid;
const withKey = () => ({ DASHBOARD_API_KEY: quickStart.service.apiKey });
const ofHelp: Trial = { replace: () => ({ '[options]': '--help' }), says: /^Usage: / };
const MEMORY = { DATABASE_URL: 'memory:', SERVICE_PORT: '0' };

/** The commands that are tried. Nothing listens at port 9. */
const TRIALS: Record<string, Trial> = {
  'npx embedded-dashboard --help': { says: /^Usage: / },
  'npx embedded-dashboard doctor [options]': ofHelp,
  'npx embedded-dashboard init [options]': ofHelp,
  'npx embedded-dashboard init --help': { says: /^Usage: / },
  'npx embedded-dashboard init': { status: 2, says: /add --yes to make these changes/ },
  // Another program of this machine may listen at the ports of the application.
  'npx embedded-dashboard doctor': {
    status: 'any',
    says: /^From the files of this folder: .*--page http:\/\/localhost:3000\/dashboard/,
  },
  'npx embedded-dashboard doctor --page ${location.origin}${path}': {
    replace: () => ({ '${location.origin}${path}': host.url }),
    says: /^page http:\/\/localhost:\d+: \d+ checks passed/m,
  },
  'npx embedded-dashboard doctor --page https://app.example.com/dashboard': {
    replace: () => ({ 'https://app.example.com/dashboard': host.url }),
    says: /^page http:\/\/localhost:\d+: \d+ checks passed/m,
  },
  'npx embedded-dashboard doctor --service ${baseUrl} --dashboard ${guid}': {
    replace: () => ({ '${baseUrl}': quickStart.service.url, '${guid}': dashboardOf() }),
    env: withKey,
    says: /^service http:\S+: \d+ checks passed/m,
  },
  'npx embedded-dashboard doctor --service https://… --dashboard … --report': {
    replace: () => ({ 'https://…': quickStart.service.url, '…': dashboardOf() }),
    env: withKey,
    says: /Please paste this into the issue form/,
  },
  'node ../embedded-dashboard/dist/command.js init': {
    replace: () => ({ '../embedded-dashboard/': 'node_modules/embedded-dashboard/' }),
    status: 2,
    says: /add --yes to make these changes/,
  },
  'npm run service': {
    folder: 'repository',
    env: () => MEMORY,
    ready: /The dashboard service is at http:/,
  },
  'npm run --silent service -- --print-demo': {
    folder: 'repository',
    env: () => ({ ...MEMORY, SERVICE_API_KEY: 'a-key' }),
    says: /^\{"baseUrl":.*"apiKey":"a-key"/,
  },
  'npm run --silent service -- make-data-login': {
    folder: 'repository',
    env: () => ({ DATABASE_URL: 'postgres://owner:password@127.0.0.1:9/dashboards' }),
    says: /^CREATE ROLE .*^-- SERVICE_DATA_URL=postgres:/ms,
  },
  'npm run --silent service -- reseal': {
    folder: 'repository',
    env: () => MEMORY,
    says: /^Encrypted again with the first secret: 0\./,
  },
  'npm run --silent service -- reset-secrets': {
    folder: 'repository',
    env: () => MEMORY,
    says: /^Nothing is lost/,
  },
  'npm run --silent service -- check-data': {
    replace: () => ({ 'check-data': "check-data 'postgres://reader:password@127.0.0.1:9/app'" }),
    folder: 'repository',
    env: () => MEMORY,
    status: 2,
    says: /cannot be reached/,
  },
  'npm run lint:prose -- src/element': { folder: 'repository' },
};

/** Commands that other tests run: the test, and a part of its text. */
const RUN_ELSEWHERE: Record<string, [file: string, text: string]> = {
  'npm start': ['test/e2e/playground/start.slow.test.ts', 'npm start'],
  'npx vite': ['test/e2e/playground/run-vite.ts', 'vite'],
  'node server.mjs': ['test/e2e/docs/quick-start.slow.test.ts', 'node server.mjs'],
  'node --env-file=.env express.mjs': ['test/e2e/docs/host-examples.slow.test.ts', 'express.mjs'],
  'node --env-file=.env rendered-express.mjs': [
    'test/e2e/docs/pages.slow.test.ts',
    'rendered-express.mjs',
  ],
  'node --import ./refuse-node-debug.mjs server.mjs': [
    'test/host/recipes.slow.test.ts',
    'refuse-node-debug.mjs',
  ],
  'node --test': ['test/package/service.test.ts', "'--test'"],
  'node dashboard.mjs': ['test/e2e/docs/api-code.slow.test.ts', 'dashboard'],
  'npx embedded-dashboard-service': [
    'test/package/service.test.ts',
    "'embedded-dashboard-service'",
  ],
  'npx embedded-dashboard-service deploy dashboards --company': [
    'test/service/deploy/docs.pglite.slow.test.ts',
    'docs/dashboards-in-git.md',
  ],
  'npx embedded-dashboard-service --print-demo': [
    'test/service/start/main.test.ts',
    "'--print-demo'",
  ],
  'npm run --silent service -- export dashboards.jsonl': [
    'test/service/transfer/round-trip.postgres.slow.test.ts',
    'docs/growing.md',
  ],
  'npm run --silent service -- import dashboards.jsonl': [
    'test/service/transfer/round-trip.postgres.slow.test.ts',
    'docs/growing.md',
  ],
};

/** Commands of frameworks, in an application of theirs. */
const OF_OTHERS = [
  'node --env-file=.env .output/server/index.mjs',
  'node --env-file=.env dist/server/entry.mjs',
  'node dashboards.mjs',
  'npm run dev',
  'npm run preview',
  'npx astro add node',
  'npx nuxt typecheck',
];

/** A script of the repository, for those who change it: the tiers of tests, the builds, and the benches. CI runs them. */
const SCRIPT = /^npm (?:run(?: --silent)? )?([\w:-]+)(?: -- (.*))?$/;
/** The arguments that a script takes, besides options and files. */
const NAMES: Record<string, readonly string[]> = {
  bench: [...Object.keys(BENCHES), 'NAME', '${name}'],
  test: TIERS.fast.names,
  'test:all': TIERS.all.names,
  'test:nightly': TIERS.nightly.names,
  'test:soak': ['changed', 'half'],
  // A command in a template, whose values are above.
  service: ['${command}'],
};

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** Whether a command names a script, and what the script takes. */
function isScript(command: string): boolean {
  const [, name = '', rest = ''] = SCRIPT.exec(command) ?? [];
  const args = rest.split(' ').filter((arg) => arg && !arg.startsWith('-'));
  const isKnown = (arg: string): boolean =>
    NAMES[name]?.includes(arg) === true || existsSync(arg) || /^(\d+|vue)$/.test(arg);
  return Object.hasOwn(scripts, name) && args.every(isKnown);
}

/** Whether a command runs a tool of the repository with files that are there. */
function isTool(command: string): boolean {
  const [, tool, ...args] = command.split(' ');
  const paths = args.filter((arg) => arg.includes('/'));
  return (
    /^(vitest|wtr)$/.test(tool!) && paths.length > 0 && paths.every((path) => existsSync(path))
  );
}

beforeAll(async () => {
  quickStart = await QuickStart.open();
  host = await quickStart.startHost(
    readFileSync('demo/quick-start/server.mjs', 'utf8'),
    readFileSync('demo/quick-start/public/index.html', 'utf8'),
  );
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await quickStart.close();
});

it.skipIf(!hasGit)('tries each command that a message, a page or a document prints', () => {
  const printed = findPrintedCommands();
  const known = new Set([TRIALS, RUN_ELSEWHERE].flatMap((table) => Object.keys(table)));
  for (const command of OF_OTHERS) known.add(command);
  const unknown = [...printed].filter(
    ([command]) => !known.has(command) && !isScript(command) && !isTool(command),
  );
  expect(unknown).toEqual([]);
  expect([...known].filter((command) => !printed.has(command))).toEqual([]);
});

it.for(Object.entries(RUN_ELSEWHERE))('%s is in its test', ([, [file, text]]) => {
  expect(readFileSync(file, 'utf8')).toContain(text);
});

/** Makes an application with the package, and with the files that `init` writes if the command needs them. */
async function makeApplication(command: string): Promise<string> {
  const server = "import express from 'express';\nconst app = express();\napp.listen(3000);\n";
  const files = { 'package.json': packageFile(['express']), 'server.js': server };
  const app = new ApplicationFolder(files, { isRepository: false });
  if (command.endsWith(' doctor')) await app.run(['--yes']);
  const installed = join(app.path, 'node_modules/embedded-dashboard');
  mkdirSync(join(app.path, 'node_modules/.bin'), { recursive: true });
  mkdirSync(installed);
  cpSync('package.json', join(installed, 'package.json'));
  cpSync(BUILT_PACKAGE, join(installed, 'dist'), { recursive: true });
  // As npm does at an installation.
  const bin = join(app.path, 'node_modules/.bin/embedded-dashboard');
  symlinkSync('../embedded-dashboard/dist/command.js', bin);
  chmodSync(bin, 0o755);
  return app.path;
}

/** Runs a command in a shell, as if it had been pasted. */
async function paste(command: string, trial: Trial): Promise<{ status: unknown; output: string }> {
  let line = command;
  for (const [part, value] of Object.entries(trial.replace?.() ?? {})) {
    line = line.replaceAll(part, value);
  }
  const cwd = trial.folder ? process.cwd() : await makeApplication(command);
  // The packages are there, or the command must fail.
  const env = { ...ordinaryEnvironment(), npm_config_offline: 'true', ...trial.env?.() };
  const child = spawn('sh', ['-c', line], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!);
  });
  const output = collectOutput(child);
  const { ready } = trial;
  if (ready) {
    await expect.poll(() => output.soFar || child.exitCode).toMatch(ready);
    process.kill(-child.pid!);
  }
  const whole = await output.whole;
  return { status: child.exitCode, output: whole };
}

describe('the command runs when it is pasted:', () => {
  it.for(Object.entries(TRIALS))('%s', async ([command, trial]) => {
    const { status, output } = await paste(command, trial);
    const { ready, status: expected = ready ? 'any' : 0 } = trial;
    if (expected !== 'any') expect(status, output).toBe(expected);
    if (trial.says) expect(output).toMatch(trial.says);
  });
});
