import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { freePort } from '../support/free-port.mjs';
import { untilAnswered } from '../support/until-answered.ts';
import { ApplicationFolder, packageFile, type Files } from './application-folder.ts';

/** The package, with the real host. */
const PACKAGE: Files = {
  'node_modules/embedded-dashboard/package.json': JSON.stringify({
    name: 'embedded-dashboard',
    type: 'module',
    exports: { './host': './host.js', './dist/embedded-dashboard.min.js': './tag.js' },
  }),
  'node_modules/embedded-dashboard/host.js': bundledHost(),
  'node_modules/embedded-dashboard/tag.js': 'the script of the tag',
};

function bundledHost(): string {
  const { outputFiles } = buildSync({
    entryPoints: ['src/host/index.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
  });
  return outputFiles[0]!.text;
}

const LISTEN = "{ port: Number(process.env.PORT), host: 'localhost' }";

/** Servers as developers write them, with the modules that they need from this repository. */
const SERVERS: [name: string, modules: string[], files: Files, start: string][] = [
  ['Vite', [], { 'package.json': packageFile(['vite']) }, 'dashboards.mjs'],
  [
    'Express',
    ['express'],
    {
      'package.json': packageFile(['express'], { type: 'commonjs' }),
      'server.js': `const express = require('express');
const app = express();
app.use(express.json());
app.get('/', (req, res) => res.send('own'));
app.listen(Number(process.env.PORT), 'localhost');
`,
    },
    'server.js',
  ],
  [
    'Fastify',
    ['fastify'],
    {
      'package.json': packageFile(['fastify']),
      'server.ts': `import fastify from 'fastify';
const app = fastify();
app.get('/', () => 'own');
await app.listen(${LISTEN});
`,
    },
    'server.ts',
  ],
  [
    'Hono',
    ['hono', '@hono'],
    {
      'package.json': packageFile(['hono']),
      'index.ts': `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
const app = new Hono();
app.get('/', (context) => context.text('own'));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: 'localhost' });
`,
    },
    'index.ts',
  ],
];

it.for(SERVERS)('lets nobody in before the marked line is written: %s', async (known) => {
  const [name, modules, files, start] = known;
  const app = new ApplicationFolder({ ...PACKAGE, ...files });
  for (const module of modules) {
    symlinkSync(
      join(process.cwd(), 'node_modules', module),
      join(app.path, 'node_modules', module),
    );
  }
  expect((await app.run(['--yes'])).status).toBe(0);
  const refusing = await serve(app, start);
  expect(await token(refusing)).toMatchObject({ status: 403, code: 'forbidden' });
  if (name !== 'Vite') {
    expect(await text(`${refusing}/`)).toBe('own');
    expect(await text(`${refusing}/dashboard`)).toContain('<embedded-dashboard');
    expect(await text(`${refusing}/embedded-dashboard.min.js`)).toBe('the script of the tag');
  }

  // With the line written, the host calls the service, which does not run.
  const host = Object.keys(app.state()).find((each) => each.startsWith('dashboards.'));
  const [line] = /^.*EDIT THIS LINE.*$/m.exec(app.read(host!))!;
  const edited = `  resolve: () => ({ sessionId: 'demo', dashboards: ['${GUID}'] }),`;
  app.write(host!, app.read(host!).replace(line, edited));
  const allowing = await serve(app, start);
  expect(await token(allowing)).toMatchObject({ status: 502, code: 'upstream-unreachable' });
});

/** Starts a server, and returns its address when it answers. */
async function serve(app: ApplicationFolder, start: string): Promise<string> {
  const port = await freePort();
  const loader = pathToFileURL('node_modules/tsx/dist/loader.mjs').href;
  const flags = start.endsWith('.ts') ? ['--import', loader] : [];
  const server = spawn(process.execPath, [...flags, start], {
    cwd: app.path,
    env: { ...process.env, PORT: String(port), DASHBOARD_URL: 'http://localhost:1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void server.kill());
  const address = `http://localhost:${port}`;
  expect(await untilAnswered(server, address)).toBe(true);
  return address;
}

async function token(address: string): Promise<{ status: number; code: string }> {
  const response = await fetch(`${address}/dashboards/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1', Origin: address },
    body: JSON.stringify({ dashboardGuid: GUID }),
  });
  const { error } = (await response.json()) as { error: { code: string } };
  return { status: response.status, code: error.code };
}

async function text(address: string): Promise<string> {
  return (await fetch(address)).text();
}
