import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ApplicationFolder, packageFile } from './application-folder.ts';
import { APPLICATIONS } from './applications.ts';

/** Whether a text has all characters of another one, in their order. */
function contains(text: string, part: string): boolean {
  let at = 0;
  for (const character of text) if (character === part[at]) at++;
  return at === part.length;
}

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

/** Leaves out `resolve`, the comment before it and the names of components, which are the application's own. */
function withoutOwnParts(text: string): string {
  const others = text
    .replace('export function Dashboard', 'export default function App')
    .replace('app-dashboard', 'app-root')
    .replace('class Dashboard', 'class App')
    .replace(', sessionIdFrom }', ' }');
  return others.replace(/^ {4}(?:\/\/|resolve).*?(?=^ {2}\}\);)/ms, '');
}

const PRODUCTION = readFileSync('docs/application-in-production.md', 'utf8');

it.for(APPLICATIONS)(
  'adds to $name what the docs show, and changes nothing at a dry run and a second run',
  async (known) => {
    const { name, files } = known;
    const app = new ApplicationFolder(files);
    const before = app.state();
    expect((await app.run(['--dry-run'])).status).toBe(0);
    expect(app.state()).toEqual(before);

    const { status, stdout, stderr } = await app.run(['--yes']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^${name.replace(/ \d.*/, '').replace('.', '\\.')}, npm\n`));
    const steps = stdout.match(/^ {2}you {2}.*/gm) ?? [];
    const [ends] = /^In production[^]*/m.exec(stdout)!;
    const [, command = 'npm run start'] = /^In production[^:\n]*: (.+)$/m.exec(stdout) ?? [];
    expect(PRODUCTION).toContain(`\`${command.replace('.env.local', '.env')}\``);
    for (const [shown, path] of Object.entries(SHOWN[name] ?? {})) {
      const expected = readFileSync(`demo/frameworks/${shown}`, 'utf8');
      expect(withoutOwnParts(app.read(path)), path).toBe(withoutOwnParts(expected));
    }
    const after = app.state();
    const added = Object.keys(after).filter((each) => !(each in files));
    const changed = Object.keys(files).filter((each) => app.read(each) !== files[each]);
    for (const each of changed) expect(contains(app.read(each), files[each]!)).toBe(true);
    const lines = [...added.map((each) => `  new  ${each}`), ...steps, ends.trimEnd()];
    const texts = changed.map((each) => `\n${each}\n${app.read(each)}`);
    await expect(`${lines.join('\n')}\n${texts.join('\n')}`).toMatchFileSnapshot(
      `changed-files/${name.replaceAll(' ', '-')}.txt`,
    );

    const second = await app.run(['--yes']);
    expect(second.stdout).toContain('Nothing to change.');
    expect(app.state()).toEqual(after);
  },
);

it.for([
  ['npm', 'package-lock.json'],
  ['pnpm', 'pnpm-lock.yaml'],
  ['yarn', 'yarn.lock'],
  ['bun', 'bun.lock'],
])('finds %s by its lock file', async ([manager, lock]) => {
  const files = { 'package.json': '{"devDependencies":{"vite":"8"}}', [lock!]: '' };
  const { stdout } = await new ApplicationFolder(files).run(['--dry-run']);
  const add = manager === 'npm' ? 'install' : 'add';
  expect(stdout).toContain(`  run  ${manager} ${add} embedded-dashboard\n`);
});

it('takes the package manager that package.json names, and adds what React 18 needs', async () => {
  const text = '{"packageManager":"pnpm@10.0.0","dependencies":{"vite":"8","react":"~18.3.0"}}';
  const files = { 'package.json': text, 'package-lock.json': '{}' };
  const { stdout } = await new ApplicationFolder(files).run(['--dry-run']);
  expect(stdout).toContain('  run  pnpm add embedded-dashboard @lit/react\n');
});

it.for([
  ['{"dependencies":{"ember-source":"6"}}', 'No known framework is in package.json.'],
  ['{"dependencies":{"next":"16"}}', 'There is no folder app or src/app.'],
  ['{"dependencies":', 'package.json is not valid JSON.'],
  [null, 'There is no package.json here.'],
  [packageFile(['express']), 'No file was found that creates the Express application.'],
])('ends with 2 and says what to do for %s', async ([text, message]) => {
  const app = new ApplicationFolder(text === null ? {} : { 'package.json': text! });
  const before = app.state();
  const { status, stderr } = await app.run(['--yes']);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('Nothing was changed.');
  expect(app.state()).toEqual(before);
});

it('ends with 2 in an application of React Router that has no server', async () => {
  const app = new ApplicationFolder({
    'package.json': packageFile(['@react-router/dev', 'vite']),
    'react-router.config.ts': 'export default { ssr: false } satisfies Config;\n',
  });
  const { status, stderr } = await app.run(['--yes']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('docs/single-page-apps.md')]);
});

it.each([
  ['"module": "commonjs"', true],
  ['"module": "CommonJS", "strict": true', true],
  ['"module": "es2022", "moduleResolution": "node"', true],
  ['"moduleResolution": "node10"', true],
  ['"module": "nodenext"', false],
  ['"moduleResolution": "node16"', false],
  ['// "module": "commonjs"', false],
])(
  'prints the settings with which TypeScript finds the package: %s',
  async (options, isPrinted) => {
    const app = new ApplicationFolder({
      'package.json': packageFile(['express']),
      'tsconfig.json': `{\n  "compilerOptions": {\n    ${options}\n  }\n}\n`,
      'server.ts': "import express from 'express';\nconst app = express();\napp.listen(3000);\n",
    });
    const { stdout } = await app.run(['--yes']);
    expect(stdout.includes('Change in tsconfig.json')).toBe(isPrinted);
    expect(stdout.includes('"module": "nodenext"')).toBe(isPrinted);
  },
);
