import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../support/node-server.ts';
import { CodeBlocks } from '../support/readme.ts';
import { findSecrets, SECRETS } from './secret-scan.ts';
import { openWatchedApplication, type WatchedApplication } from './watched-application.ts';

const RECIPES = 'docs/recipes';
/** Of those that are no JavaScript. */
const LANGUAGES: Record<string, string> = {
  Caddyfile: 'caddyfile',
  'apache.conf': 'apache',
  'haproxy.cfg': 'haproxy',
  'nginx.conf': 'nginx',
};

// Each test starts a process.
vi.setConfig({ testTimeout: 60_000 });

let application: WatchedApplication;
let folder: string;

beforeEach(async () => {
  application = await openWatchedApplication();
  // Within the package, where its libraries are found.
  await mkdir('test-results', { recursive: true });
  folder = await mkdtemp(resolve('test-results/recipe-'));
});

afterEach(async () => {
  await application[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A recipe; where `line` is given, without that line. */
async function recipe(name: string, line?: RegExp): Promise<string> {
  const code = await readFile(`${RECIPES}/${name}`, 'utf8');
  if (!line) return resolve(RECIPES, name);
  expect(code).toMatch(line);
  const path = `${folder}/${name}`;
  await writeFile(path, code.replace(line, ''));
  return path;
}

/** Else there would be nothing to find. */
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

test('an application without tracing writes nothing secret, its uncaught error included', async () => {
  const { stdout, stderr, exitCode } = await application.run([]);
  expectCalls();
  expect(exitCode).toBe(1);
  expect(stderr).toContain('DashboardHostError: The dashboard service answered with status 500');
  expect(findSecrets(stdout + stderr)).toEqual([]);
});

describe('the recipe for Sentry', () => {
  const LINE = /^ +ignoreOutgoingRequests:.*\n/m;

  /** All that the application sends to Sentry, whose place a server on loopback takes. */
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
    // The last envelope may be on its way when the application has ended.
    await expect.poll(everything).toContain('The dashboard service answered with status 500');
    const all = everything();
    expect(all).toContain('/dashboards/token');
    return all;
  }

  test('has a reason: the key is in spans and breadcrumbs', async () => {
    const sent = await envelopes(await recipe('sentry.mjs', LINE));
    expect(findSecrets(sent)).not.toEqual([]);
  });

  test('keeps every secret out of events, spans and breadcrumbs, and no other call', async () => {
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

  test('has a reason: logged addresses hold key and token', async () => {
    const found = findSecrets(await log(await recipe('pino.mjs', LINE))).join('\n');
    expect(found).toContain(`/Tdb/${SECRETS.token}`);
    expect(found).toContain('/api/logout/CANARY');
  });

  test('keeps every secret out of the log', async () => {
    const lines = await log(await recipe('pino.mjs'));
    expect(findSecrets(lines)).toEqual([]);
    for (const line of lines.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('the recipe for NODE_DEBUG', () => {
  test.for(['fetch', 'undici', '*'])('has a reason: %s', async (NODE_DEBUG) => {
    const { stderr } = await application.run([], { NODE_DEBUG });
    expect(findSecrets(stderr)).not.toEqual([]);
  });

  test('refuses to start', async () => {
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

  test('lets an application start without it', async () => {
    await application.run([await recipe('refuse-node-debug.mjs')]);
    expectCalls();
  });
});
