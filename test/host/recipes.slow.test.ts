import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serve } from '../support/node-server.ts';
import { CodeBlocks } from '../support/markdown.ts';
import { findSecrets, SECRETS } from './secret-scan.ts';
import { openWatchedApplication, type WatchedApplication } from './watched-application.ts';

const RECIPES = 'docs/recipes';
/** The languages of the recipes that are not JavaScript. */
const LANGUAGES: Record<string, string> = {
  Caddyfile: 'caddyfile',
  'apache.conf': 'apache',
  'haproxy.cfg': 'haproxy',
  'nginx.conf': 'nginx',
};

let application: WatchedApplication;
let folder: string;

beforeEach(async () => {
  application = await openWatchedApplication();
  // A folder inside the package, because Node finds its libraries there.
  await mkdir('test-results', { recursive: true });
  folder = await mkdtemp(resolve('test-results/recipe-'));
});

afterEach(async () => {
  await application[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Returns the path of a recipe, or of a copy without `line` if that is given. */
async function recipe(name: string, line?: RegExp): Promise<string> {
  const code = await readFile(`${RECIPES}/${name}`, 'utf8');
  if (!line) return resolve(RECIPES, name);
  expect(code).toMatch(line);
  const path = `${folder}/${name}`;
  await writeFile(path, code.replace(line, ''));
  return path;
}

/** Without these calls there would be no secrets to find. */
function expectCalls(): void {
  const paths = application.service.calls.map(({ url }) => url.replace(/\/CANARY.*|\?.*/, ''));
  expect(paths).toEqual(['/Api/GetToken', '/Api/GetToken', '/api/logout', '/Api/GetToken']);
}

test('SECURITY.md holds the recipes, and no other code', async () => {
  const blocks = new CodeBlocks('SECURITY.md');
  for (const file of await readdir(RECIPES)) {
    const path = `${RECIPES}/${file}`;
    const language = LANGUAGES[file] ?? 'js';
    expect(blocks.claim(`${language} ${path}`)).toBe(await readFile(path, 'utf8'));
  }
  expect(blocks.unclaimed).toEqual([]);
});

test('an application without tracing and NODE_DEBUG writes no secrets, not even in an uncaught error', async () => {
  const { stdout, stderr, exitCode } = await application.run([
    await recipe('refuse-node-debug.mjs'),
  ]);
  expectCalls();
  expect(exitCode).toBe(1);
  expect(stderr).toContain('DashboardHostError: The dashboard service answered with status 500');
  expect(findSecrets(stdout + stderr)).toEqual([]);
});

test('OpenTelemetry records the spans of all calls except service calls', async () => {
  const { stdout } = await application.run([resolve('test/host/console-tracing.mjs')]);
  expectCalls();
  expect(stdout.match(/'url\.full': .*/g)).toEqual([`'url.full': '${application.weatherUrl}',`]);
  expect(findSecrets(stdout)).toEqual([]);
});

describe('the recipe for Sentry', () => {
  const LINE = /^ +ignoreOutgoingRequests:.*\n/m;

  /** Returns all that the application sends to Sentry. A server on loopback acts as Sentry. */
  async function envelopes(path: string): Promise<string> {
    const received: string[] = [];
    await using sentry = await serve(async (request, response) => {
      received.push(await text(request));
      response.end('{}');
    });
    const { stdout, stderr } = await application.run([path], {
      SENTRY_DSN: `http://public@127.0.0.1:${sentry.port}/1`,
    });
    expectCalls();
    expect(findSecrets(stdout + stderr)).toEqual([]);
    const everything = () => received.join('\n');
    // The last envelope may arrive after the application has ended.
    await expect.poll(everything).toContain('The dashboard service answered with status 500');
    const all = everything();
    expect(all).toContain('/dashboards/token');
    return all;
  }

  test('is needed: without it, the key is in spans and breadcrumbs', async () => {
    const sent = await envelopes(await recipe('sentry.mjs', LINE));
    expect(findSecrets(sent)).not.toEqual([]);
  });

  test('keeps all secrets, and no other call, out of events, spans and breadcrumbs', async () => {
    const sent = await envelopes(await recipe('sentry.mjs'));
    expect(findSecrets(sent)).toEqual([]);
    expect(sent).toContain(application.weatherUrl);
  });
});

describe('the recipe for pino', () => {
  const LINE = /^ +hooks:.*\n/m;

  async function log(path: string): Promise<string> {
    const { stdout } = await application.run([], { LOGGER: path });
    expectCalls();
    expect(stdout.match(/"msg":"request completed"/g)).toHaveLength(3);
    expect(stdout).toContain('"msg":"The dashboard service answered with status 500: it failed."');
    return stdout;
  }

  test('is needed: without it, logged addresses have the key and the token', async () => {
    const found = findSecrets(await log(await recipe('pino.mjs', LINE))).join('\n');
    expect(found).toContain(`/Tdb/${SECRETS.token}?filter.Region=${SECRETS.filters.Region}`);
    expect(found).toContain('/api/logout/CANARY');
  });

  test('keeps every secret out of the log', async () => {
    const lines = await log(await recipe('pino.mjs'));
    expect(findSecrets(lines)).toEqual([]);
    for (const line of lines.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('the recipe for NODE_DEBUG', () => {
  test('is needed: NODE_DEBUG writes secrets', async () => {
    const { stderr } = await application.run([], { NODE_DEBUG: 'fetch' });
    expect(findSecrets(stderr)).not.toEqual([]);
  });

  test('prevents the start of an application with NODE_DEBUG', async () => {
    const { stdout, stderr, exitCode } = await application.run(
      [await recipe('refuse-node-debug.mjs')],
      {
        NODE_DEBUG: 'fetch',
      },
    );
    expect(exitCode).toBe(1);
    expect(application.service.calls).toEqual([]);
    expect(stderr).toContain('unset it');
    expect(findSecrets(stdout + stderr)).toEqual([]);
  });
});
