import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CodeBlocks } from '../support/markdown.ts';
import { ApplicationFolder, installed } from './application-folder.ts';
import { APPLICATIONS } from './applications.ts';

const REACT = APPLICATIONS.find(({ name }) => name === 'Vite with React')!;
const SOURCE = 'file:./source';

it('prints in a terminal what the docs show', async () => {
  const shown = new CodeBlocks('docs/existing-application.md').claim('text');
  const [changes, question, next] = shown.split(/^(Make these changes\? .*\n)/m);
  const app = new ApplicationFolder({
    ...REACT.files,
    ...installed('vite@8.0.0', 'react@19.2.0'),
    'package.json': REACT.files['package.json']!.replace('"embedded-dashboard": "*",', ''),
    'source/package.json': '{"name":"embedded-dashboard","version":"1.0.0"}',
  });
  const env = { EMBEDDED_DASHBOARD_PACKAGE: SOURCE };
  const { stdout, stderr } = await app.run([], { answer: 'y', env });
  expect(stderr).toBe('');
  const output = stdout.replace(`npm install ${SOURCE}`, 'npm install embedded-dashboard');
  expect(output.slice(0, changes!.length)).toBe(changes);
  expect(output).toContain(question!.replace(/y\n$/, ''));
  expect(output.slice(-next!.length)).toBe(next);
});

it.for(APPLICATIONS)(
  'prints for $name a command of production that the docs show',
  async (known) => {
    const { stdout } = await new ApplicationFolder(known.files).run(['--yes']);
    const [, command = 'npm run start'] = /^In production[^:\n]*: (.+)$/m.exec(stdout) ?? [];
    const docs = readFileSync('docs/application-in-production.md', 'utf8');
    expect(docs).toContain(`\`${command.replace('.env.local', '.env')}\``);
  },
);

/** The components, pages and routes that the docs show, which `test/frameworks` drives, and the written files. */
const SHOWN: Record<string, Record<string, string>> = {
  'Vite with React': { 'react/src/minimal.tsx': 'src/dashboard/Dashboard.tsx' },
  'Vite with React 18': { 'react18/src/minimal.tsx': 'src/dashboard/Dashboard.tsx' },
  'Vite with Vue': { 'vue/src/Minimal.vue': 'src/dashboard/Dashboard.vue' },
  'Vite with Svelte': { 'svelte/src/Minimal.svelte': 'src/dashboard/Dashboard.svelte' },
  'Vite with Solid': { 'solid/src/minimal.tsx': 'src/dashboard/Dashboard.tsx' },
  'Vite with Lit': { 'lit/src/minimal.ts': 'src/dashboard/sales-page.ts' },
  Angular: { 'angular/src/minimal.ts': 'src/app/dashboard.ts' },
  'Next.js': {
    'next/app/minimal/page.tsx': 'app/dashboard/page.tsx',
    'next/app/dashboards/[...path]/route.ts': 'app/dashboards/[...path]/route.ts',
  },
  SvelteKit: {
    'sveltekit/src/routes/minimal/+page.svelte': 'src/routes/dashboard/+page.svelte',
    'sveltekit/src/routes/dashboards/[...path]/+server.ts':
      'src/routes/dashboards/[...path]/+server.ts',
  },
  'React Router': {
    'react-router/app/routes/dashboards.$.ts': 'app/routes/dashboards.$.ts',
    'react-router/app/routes/minimal.tsx': 'app/routes/dashboard.tsx',
  },
  Nuxt: {
    'nuxt/server/routes/dashboards/[...path].ts': 'server/routes/dashboards/[...path].ts',
    'nuxt/app/pages/minimal.vue': 'app/pages/dashboard.vue',
  },
  'Astro 6 with an adapter': {
    'astro/src/pages/dashboards/[...path].ts': 'src/pages/dashboards/[...path].ts',
    'astro/src/pages/minimal.astro': 'src/pages/dashboard.astro',
  },
};

it.for(Object.entries(SHOWN))('writes for %s what the docs show', async ([name, pairs]) => {
  const app = new ApplicationFolder(APPLICATIONS.find((each) => each.name === name)!.files);
  await app.run(['--yes']);
  for (const [shown, path] of Object.entries(pairs)) {
    const expected = readFileSync(`demo/frameworks/${shown}`, 'utf8');
    expect(withoutOwnParts(app.read(path)), path).toBe(withoutOwnParts(expected));
  }
});

/** Leaves out `resolve`, the comment before it and the names of components, which are the application's own. */
function withoutOwnParts(text: string): string {
  const others = text
    .replace('export function Dashboard', 'export default function App')
    .replace('app-dashboard', 'app-root')
    .replace('class Dashboard', 'class App')
    .replace(', sessionIdFrom }', ' }');
  return others.replace(/^ {4}(?:\/\/|resolve).*?(?=^ {2}\}\);)/ms, '');
}
