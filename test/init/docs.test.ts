import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CodeBlocks } from '../support/markdown.ts';
import { ApplicationFolder, installed } from './application-folder.ts';
import { APPLICATIONS } from './applications.ts';

const REACT = APPLICATIONS.find(({ name }) => name === 'Vite with React')!;
const SOURCE = 'file:./source';
const ASTRO = 'Astro 6 with an adapter';
const ASTRO_ROUTE = 'src/pages/dashboards/[...path].ts';
const NUXT_ROUTE = 'server/routes/dashboards/[...path].ts';

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

/** The minimal snippets of the docs, which `test/frameworks` drives in browsers. */
it.for([
  ['Vite with React', 'react/src/minimal.tsx', 'Dashboard.tsx'],
  ['Vite with React 18', 'react18/src/minimal.tsx', 'Dashboard.tsx'],
  ['Vite with Vue', 'vue/src/Minimal.vue', 'Dashboard.vue'],
  ['Vite with Svelte', 'svelte/src/Minimal.svelte', 'Dashboard.svelte'],
  ['Vite with Solid', 'solid/src/minimal.tsx', 'Dashboard.tsx'],
  ['Vite with Lit', 'lit/src/minimal.ts', 'sales-page.ts'],
])('writes the component that the docs show: %s', async ([name, snippet, component]) => {
  const app = new ApplicationFolder(APPLICATIONS.find((each) => each.name === name)!.files);
  await app.run(['--yes']);
  const shown = readFileSync(`demo/frameworks/${snippet}`, 'utf8');
  const written = app.read(`src/dashboard/${component}`);
  expect(written.replace('export function Dashboard', 'export default function App')).toBe(shown);
});

it('writes the component of Angular that the docs show, under another name', async () => {
  const files = APPLICATIONS.find((each) => each.name === 'Angular')!.files;
  const app = new ApplicationFolder(files);
  await app.run(['--yes']);
  const written = app.read('src/app/dashboard.ts');
  const shown = readFileSync('demo/frameworks/angular/src/minimal.ts', 'utf8');
  expect(written.replace('app-dashboard', 'app-root').replace('class Dashboard', 'class App')).toBe(
    shown,
  );
});

/** The routes and pages of the apps on a server, which `test/frameworks` drives as well. */
it.for([
  ['Next.js', 'next/app/minimal/page.tsx', 'app/dashboard/page.tsx'],
  ['Next.js', 'next/app/dashboards/[...path]/route.ts', 'app/dashboards/[...path]/route.ts'],
  ['SvelteKit', 'sveltekit/src/routes/minimal/+page.svelte', 'src/routes/dashboard/+page.svelte'],
  [
    'SvelteKit',
    'sveltekit/src/routes/dashboards/[...path]/+server.ts',
    'src/routes/dashboards/[...path]/+server.ts',
  ],
  ['React Router', 'react-router/app/routes/dashboards.$.ts', 'app/routes/dashboards.$.ts'],
  ['React Router', 'react-router/app/routes/minimal.tsx', 'app/routes/dashboard.tsx'],
  ['Nuxt', `nuxt/${NUXT_ROUTE}`, NUXT_ROUTE],
  ['Nuxt', 'nuxt/app/pages/minimal.vue', 'app/pages/dashboard.vue'],
  [ASTRO, `astro/${ASTRO_ROUTE}`, ASTRO_ROUTE],
  [ASTRO, 'astro/src/pages/minimal.astro', 'src/pages/dashboard.astro'],
])('writes for %s what the docs show: %s', async ([name, shown, path]) => {
  const app = new ApplicationFolder(APPLICATIONS.find((each) => each.name === name)!.files);
  await app.run(['--yes']);
  const [written, expected] = [app.read(path!), readFileSync(`demo/frameworks/${shown}`, 'utf8')];
  expect(withoutResolve(written)).toBe(withoutResolve(expected));
});

/** Leaves out `resolve` and the comment before it, which are the application's own. */
function withoutResolve(text: string): string {
  const others = text.replace(', sessionIdFrom }', ' }');
  return others.replace(/^ {4}(?:\/\/|resolve).*?(?=^ {2}\}\);)/ms, '');
}
