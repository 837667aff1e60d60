import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { startNodeServer } from '../support/consumer.ts';
import { ApplicationFolder, packageFile, type Files } from './application-folder.ts';
import { ALLOWED, REFUSING, writeLine } from './marked-line.ts';
import { requestToken } from './request-token.ts';

const TAG_SCRIPT = "console.log('the script of the tag');";

/** The package, with the real host. */
const PACKAGE: Files = {
  'node_modules/embedded-dashboard/package.json': JSON.stringify({
    name: 'embedded-dashboard',
    type: 'module',
    exports: {
      '.': './tag.js',
      './host': './host.js',
      './dist/embedded-dashboard.min.js': './tag.js',
    },
  }),
  'node_modules/embedded-dashboard/host.js': bundledHost(),
  'node_modules/embedded-dashboard/tag.js': TAG_SCRIPT,
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
  ['Angular', [], { 'package.json': packageFile(['@angular/core']) }, 'dashboards.mjs'],
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
    'Express in TypeScript that tsx compiles to CommonJS',
    ['express', 'tsx'],
    {
      'package.json': packageFile(['express'], { type: 'commonjs' }),
      'server.ts': `import express from 'express';
const app = express();
app.get('/', (req, res) => { res.send('own'); });
app.listen(Number(process.env.PORT), 'localhost');
`,
      'start.cjs': "require('tsx/cjs');\nrequire('./server.ts');\n",
    },
    'start.cjs',
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
    'Fastify that registers a plugin',
    ['fastify'],
    {
      'package.json': packageFile(['fastify']),
      'app.js': `export default async function (instance) {
  instance.register((routes, _options, done) => {
    routes.get('/', () => 'own');
    done();
  });
}
`,
      // As fastify-cli does.
      'start.js': `import fastify from 'fastify';
import plugin from './app.js';
const server = fastify();
server.register(plugin);
await server.listen(${LISTEN});
`,
    },
    'start.js',
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

it.for(SERVERS)('lets readers in after the marked line is written: %s', async (known) => {
  const [, modules, files, start] = known;
  const app = new ApplicationFolder({ ...PACKAGE, ...files });
  for (const module of modules) {
    symlinkSync(
      join(process.cwd(), 'node_modules', module),
      join(app.path, 'node_modules', module),
    );
  }
  expect((await app.run(['--yes'])).status).toBe(0);
  const host = Object.keys(app.state()).find((each) => each.startsWith('dashboards.'))!;
  expect(app.read(host)).toContain(REFUSING);
  writeLine(join(app.path, host));
  const url = await serve(app, [start]);
  expect(await requestToken(url)).toMatchObject(ALLOWED);
  if (modules.length === 0) return;
  expect(await text(`${url}/`)).toBe('own');
  expect(await text(`${url}/dashboard`)).toContain('<embedded-dashboard');
  expect(await text(`${url}/embedded-dashboard.min.js`)).toBe(TAG_SCRIPT);
});

it('writes the same server for Vite and for Angular', async () => {
  const [vite, angular] = ['vite', '@angular/core'].map(
    (framework) => new ApplicationFolder({ 'package.json': packageFile([framework]) }),
  );
  for (const app of [vite, angular]) await app!.run(['--yes']);
  expect(vite!.read('dashboards.mjs')).toBe(angular!.read('dashboards.mjs'));
});

it('answers in the development server of Vite, and takes changes of the host and of its settings', async () => {
  const app = viteApplication();
  app.write('vite.config.js', 'export default { plugins: [] };\n');
  expect((await app.run(['--yes'])).status).toBe(0);
  const address = await serve(app, [VITE, '--port', '0'], {});
  expect(await requestToken(address)).toMatchObject({ status: 403, code: 'forbidden' });
  expect(await text(`${address}/dashboard.html`)).toContain('<embedded-dashboard');
  app.write('.env', app.read('.env').replace(/^DASHBOARD_URL=.*$/m, 'DASHBOARD_URL=nonsense'));
  // Vite notices a change later than the test makes it.
  await expect.poll(() => text(`${address}/dashboards/token`)).toContain('base');
  app.write('.env', app.read('.env').replace('=nonsense', '=http://localhost:1'));
  writeLine(join(app.path, 'dashboards.mjs'));
  await expect.poll(() => requestToken(address)).toMatchObject(ALLOWED);
});

it('answers in the preview of what Vite has built, and leaves the host and the key out of those files', async () => {
  const app = viteApplication();
  app.write('index.html', '<p>Welcome</p>');
  await app.run(['--yes']);
  app.write('.env', app.read('.env').replace('your-key', 'a-SECRET-key'));
  writeLine(join(app.path, 'dashboards.mjs'));
  const { stderr } = await promisify(execFile)(process.execPath, [VITE, 'build'], {
    cwd: app.path,
  });
  expect(stderr).toBe('');
  const built = Object.keys(app.state()).filter((name) => name.startsWith('dist/'));
  const texts = built.map((name) => app.read(name)).join('\n');
  expect(texts).toContain('the script of the tag');
  expect(texts).not.toMatch(/SECRET|DASHBOARD_|createDashboardHost/);

  const address = await serve(app, [VITE, 'preview', '--port', '0']);
  expect(await requestToken(address)).toMatchObject(ALLOWED);
  expect(await text(`${address}/dashboard.html`)).toContain('<embedded-dashboard');
  expect(await text(address)).toContain('Welcome');
});

const VITE = 'node_modules/vite/bin/vite.js';

function viteApplication(): ApplicationFolder {
  const app = new ApplicationFolder({ ...PACKAGE, 'package.json': packageFile(['vite']) });
  symlinkSync(join(process.cwd(), 'node_modules/vite'), join(app.path, 'node_modules/vite'));
  return app;
}

/** Starts a server on a free port, and returns its address. */
async function serve(
  app: ApplicationFolder,
  [file = '', ...args]: readonly string[],
  env: Record<string, string> = { DASHBOARD_URL: 'http://localhost:1' },
): Promise<string> {
  const program = file.endsWith('.ts') ? compile(app, file) : file;
  const server = await startNodeServer([program, ...args], {
    cwd: app.path,
    env: { ...process.env, PORT: '0', ...env },
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server.url;
}

/** Compiles a server with its own modules. A process that loads TypeScript itself costs four times as much. */
function compile(app: ApplicationFolder, file: string): string {
  const program = file.replace(/ts$/, 'compiled.mjs');
  buildSync({
    entryPoints: [join(app.path, file)],
    outfile: join(app.path, program),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return program;
}

async function text(address: string): Promise<string> {
  return (await fetch(address)).text();
}
