import { expect, it } from 'vitest';
import { ApplicationFolder, packageFile } from './application-folder.ts';

/** The lines of the plugin, with the indentation of its first line and that of each level. */
function plugin(start: string, unit: string, end = '\n'): string {
  return [
    '{',
    "\tname: 'dashboards',",
    '\tconfigureServer(vite) {',
    "\t\tvite.middlewares.use('/dashboards', (request, response, next) => {",
    "\t\t\tconst host = vite.ssrLoadModule('/dashboards.mjs');",
    '\t\t\thost.then(({ answer }) => answer(request, response, next)).catch(next);',
    '\t\t});',
    '\t},',
    '\tasync configurePreviewServer(vite) {',
    '\t\tconst { answer } = await import(`file://${vite.config.root}/dashboards.mjs`);',
    "\t\tvite.middlewares.use('/dashboards', answer);",
    '\t},',
    '}',
  ]
    .map((line, at) => (at === 0 ? line : start + line.replaceAll('\t', unit)))
    .join(end);
}

/** Runs `init` in an application with a file, and returns the file afterwards, and the output. */
async function written(before: string, dependencies = ['vite'], name = 'vite.config.ts') {
  const app = new ApplicationFolder({ 'package.json': packageFile(dependencies), [name]: before });
  const { stdout } = await app.run(['--yes']);
  return { app, after: app.read(name), stdout };
}

it.for<[string, string, string]>([
  [
    'ends of lines of Windows, tabs, and no last line break',
    'export default {\r\n\tbase: "/",\r\n}',
    `export default {\r\n\tbase: "/",\r\n\tplugins: [\r\n\t\t${plugin('\t\t', '\t', '\r\n')},\r\n\t],\r\n}`,
  ],
  [
    'a byte order mark, four spaces, a comment after the last property and none of its commas',
    '\uFEFFexport default {\n    base: [] // all, of them\n    // last }\n};\n',
    `\uFEFFexport default {\n    base: [], // all, of them\n    plugins: [\n        ${plugin('        ', '    ')},\n    ],\n    // last }\n};\n`,
  ],
  [
    'a comment of several lines behind the last comma',
    'export default {\n  base: "/", /* one\n  two */\n};\n',
    `export default {\n  base: "/", /* one\n  two */\n  plugins: [\n    ${plugin('    ', '  ')},\n  ],\n};\n`,
  ],
  [
    'one line',
    "module.exports = { base: '/' }",
    `module.exports = { base: '/', plugins: [\n  ${plugin('  ', '  ')},\n] }`,
  ],
  [
    'an empty object',
    'export default defineConfig({})',
    `export default defineConfig({\n  plugins: [\n    ${plugin('    ', '  ')},\n  ],\n})`,
  ],
  [
    'an empty list of plugins',
    'export default { plugins: [] }',
    `export default { plugins: [\n  ${plugin('  ', '  ')},\n] }`,
  ],
  [
    'a function, and a plugin in each line',
    `export default defineConfig(({ mode }) => {\n  return {\n    plugins: [\n      vue(), // all\n      mode && jsx()\n    ],\n  } satisfies UserConfig\n})\n`,
    `export default defineConfig(({ mode }) => {\n  return {\n    plugins: [\n      vue(), // all\n      mode && jsx(),\n      ${plugin('      ', '  ')},\n    ],\n  } satisfies UserConfig\n})\n`,
  ],
  [
    'a variable, and plugins in one line',
    `const config: UserConfig = {\n  plugins: [vue(), jsx()],\n};\nexport default config;\n`,
    `const config: UserConfig = {\n  plugins: [vue(), jsx(), ${plugin('  ', '  ')}],\n};\nexport default config;\n`,
  ],
])('adds to a file with %s', async ([, before, expected]) => {
  const { after, stdout } = await written(before);
  expect(after).toBe(expected);
  expect(stdout).not.toContain('  you  ');
});

const INDEX = "import { index } from '@react-router/dev/routes';\n";

/** Files to which nothing can be added, and the lines that are printed. */
const UNCHANGED: Record<string, { dependency: string; line: string; texts: [string, string][] }> = {
  'vite.config.ts': {
    dependency: 'vite',
    line: `         plugins: [\n           ${plugin('           ', '  ')},\n         ]`,
    texts: [
      ['a spread object, which may have plugins', 'export default { ...shared, base: "/" };\n'],
      ['plugins that are computed', 'export default { plugins: pluginsOf(mode) };\n'],
      [
        'a function with two results',
        'export default () => { if (a) return {}; return { a }; };\n',
      ],
      ['a merge of two objects', 'export default mergeConfig({ a }, { b });\n'],
      ['an error of syntax', 'export default { server: \n'],
      ['nothing', ''],
    ],
  },
  'server.js': {
    dependency: 'express',
    line: "         import { mountDashboards } from './dashboards.js';",
    texts: [
      ['no route', "import express from 'express';\nexport const app = express();\n"],
      [
        'two applications',
        "import express from 'express';\nconst a = express();\nconst b = express();\na.get('/');\n",
      ],
      [
        'an application inside a function',
        "import express from 'express';\nfunction make() {\n  const app = express();\n  app.get('/');\n}\n",
      ],
    ],
  },
  'app/routes.js': {
    dependency: '@react-router/dev',
    line: "         import { route } from '@react-router/dev/routes';",
    texts: [['computed routes', `${INDEX}export default toRoutes(index('a.tsx'));\n`]],
  },
  'angular.json': {
    dependency: '@angular/core',
    line: '"proxyConfig": "src/proxy.conf.json"',
    texts: [
      [
        'a proxy of its own',
        '{"projects":{"a":{"architect":{"serve":{"options":{"proxyConfig":"mine.json"}}}}}}',
      ],
      [
        'two projects',
        '{"projects":{"a":{"architect":{"serve":{}}},"b":{"architect":{"serve":{}}}}}',
      ],
    ],
  },
  'src/app/app.routes.ts': {
    dependency: '@angular/core',
    line: "path: 'dashboard',",
    texts: [
      [
        'a route for all other paths',
        "export const routes: Routes = [{ path: '**', component: NotFound }];\n",
      ],
    ],
  },
  'app/app.vue': {
    dependency: 'nuxt@^4.0.0',
    line: '         <NuxtPage />',
    texts: [['no place for pages', '<template>Hello</template>\n']],
  },
};

it.for(
  Object.entries(UNCHANGED).flatMap(([name, { dependency, line, texts }]) =>
    texts.map(([what, before]) => ({ name, what, before, dependency, line })),
  ),
)('changes nothing in $name with $what, and prints the lines', async (row) => {
  const { after, stdout } = await written(row.before, [row.dependency], row.name);
  expect(after).toBe(row.before);
  expect(stdout).toContain(`  you  Add to ${row.name}:`);
  expect(stdout).toContain(row.line);
});

it.for<[string, string]>([
  [
    'vue()',
    "vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'embedded-dashboard' } } })",
  ],
  [
    'vue({ features: {} })',
    "vue({ features: {}, template: { compilerOptions: { isCustomElement: (tag) => tag === 'embedded-dashboard' } } })",
  ],
  [
    'vue({ template: { compilerOptions: { isCustomElement: (tag) => /^embedded-dashboard/.test(tag) } } })',
    '',
  ],
])('tells %s about the tag', async ([call, expected]) => {
  const config = (text: string): string =>
    `import vue from '@vitejs/plugin-vue';\nexport default {\n  plugins: [${text}], // with dashboards.mjs\n};\n`;
  const { after, stdout } = await written(config(call), ['vite', 'vue']);
  expect(after).toBe(config(expected || call));
  expect(stdout).not.toContain('  you  ');
});

it('prints the pages for a build that lists others', async () => {
  const app = new ApplicationFolder({
    'package.json': packageFile(['vite']),
    'index.html': '',
    'vite.config.js': "export default { build: { rollupOptions: { input: 'index.html' } } };\n",
  });
  const { stdout } = await app.run(['--yes']);
  expect(app.read('vite.config.js')).toContain("input: 'index.html' }");
  expect(stdout).toContain(
    "         build: { rollupOptions: { input: ['index.html', 'dashboard.html'] } }",
  );
});

it('prints the lines for a function of Vue that does not know the tag', async () => {
  const before = `import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };\n`;
  const { after, stdout } = await written(before, ['vite', 'vue']);
  expect(after.startsWith(before.slice(0, -6))).toBe(true);
  expect(stdout).toContain('         vue({ template: { compilerOptions: { isCustomElement:');
});

it('reads no file as text that is not UTF-8, and prints the lines instead', async () => {
  const app = new ApplicationFolder({ 'package.json': packageFile(['vite']) });
  const bytes = Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]);
  app.write('vite.config.js', bytes);
  const { stdout } = await app.run(['--yes']);
  expect(stdout).toContain('  you  Add to vite.config.js:');
  expect(app.bytes('vite.config.js')).toEqual(bytes);
});

const ROUTES =
  "route('dashboard', 'routes/dashboard.jsx'), route('dashboards/*', 'routes/dashboards.$.js')";

it.for<[string, string, string]>([
  [
    'a list of lines',
    `${INDEX}export default [\n  index('a.tsx'), // first\n];\n`,
    `${INDEX.replace('index', 'index, route')}export default [\n  index('a.tsx'), // first\n  ${ROUTES.replace('), ', '),\n  ')},\n];\n`,
  ],
  [
    'route imported already',
    `${INDEX.replace('index', 'index, route')}export default [route('a', 'a.tsx')];\n`,
    `${INDEX.replace('index', 'index, route')}export default [route('a', 'a.tsx'), ${ROUTES}];\n`,
  ],
  [
    'routes of file names',
    "import { flatRoutes } from '@react-router/fs-routes';\nexport default flatRoutes();\n",
    '',
  ],
])('adds routes of React Router to %s', async ([, before, expected]) => {
  const { after, stdout } = await written(before, ['@react-router/dev', 'react'], 'app/routes.js');
  expect(after).toBe(expected || before);
  expect(stdout).not.toContain('  you  ');
});

it('loses no byte of a package.json with a byte order mark, tabs and ends of lines of Windows', async () => {
  const text = `\uFEFF${packageFile(['@angular/core']).replaceAll('  ', '\t').replaceAll('\n', '\r\n')}`;
  const app = new ApplicationFolder({ 'package.json': text });
  await app.run(['--yes']);
  const line = ',\r\n\t\t"dashboards": "node --watch dashboards.mjs"';
  expect(app.read('package.json')).toBe(text.replace('"dev": "vite"', `"dev": "vite"${line}`));
});

it('says of a new application of Nuxt that its welcome is on every page, and which types are missing', async () => {
  const app = new ApplicationFolder({
    'package.json': packageFile(['nuxt@^4.0.0']),
    'tsconfig.json': '{}',
    'app/app.vue': '<template>\n  <NuxtWelcome />\n</template>\n',
  });
  const { stdout } = await app.run(['--yes']);
  expect(stdout).toContain(
    'Every page shows what app/app.vue shows. Move the welcome of Nuxt to a page:\n         <NuxtWelcome />',
  );
  expect(stdout).toContain('npm install -D @types/node');
  const second = await app.run(['--yes']);
  expect(second.stdout).not.toContain('NuxtWelcome');
});

it('writes the settings of Nuxt to .env, because Nuxt reads no other file', async () => {
  const { app } = await written('.env.local\n', ['nuxt'], '.gitignore');
  expect(Object.keys(app.state())).toContain('.env');
});

it('adds no front page to an application of Nuxt that has pages', async () => {
  const app = new ApplicationFolder({
    'package.json': packageFile(['nuxt']),
    'app/app.vue': '<template>\n  <NuxtPage />\n</template>\n',
    'app/pages/start.vue': '',
  });
  const { stdout } = await app.run(['--yes']);
  expect(stdout).not.toContain('index.vue');
});
