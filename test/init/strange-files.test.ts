import { expect, it } from 'vitest';
import { ApplicationFolder, packageFile } from './application-folder.ts';

const PROXY = "'/dashboards': { target: 'http://localhost:3000' }";

/** Runs `init` in a Vite application with this configuration, and returns the file afterwards and the output. */
async function written(config: string, dependencies = ['vite'], name = 'vite.config.ts') {
  const app = new ApplicationFolder({ 'package.json': packageFile(dependencies), [name]: config });
  const { stdout } = await app.run(['--yes']);
  return { after: app.read(name), stdout };
}

it.for<[string, string, string]>([
  [
    'ends of lines of Windows, tabs, and no last line break',
    'export default {\r\n\tplugins: [],\r\n}',
    `export default {\r\n\tplugins: [],\r\n\tserver: {\r\n\t\tproxy: {\r\n\t\t\t${PROXY},\r\n\t\t},\r\n\t},\r\n}`,
  ],
  [
    'a byte order mark, four spaces, a comment after the last property and none of its commas',
    '\uFEFFexport default {\n    plugins: [] // all, of them\n    // last }\n};\n',
    `\uFEFFexport default {\n    plugins: [], // all, of them\n    server: {\n        proxy: {\n            ${PROXY},\n        },\n    },\n    // last }\n};\n`,
  ],
  [
    'a comment of several lines behind the last comma',
    'export default {\n  base: "/", /* one\n  two */\n};\n',
    `export default {\n  base: "/", /* one\n  two */\n  server: {\n    proxy: {\n      ${PROXY},\n    },\n  },\n};\n`,
  ],
  [
    'one line',
    "module.exports = { base: '/' }",
    `module.exports = { base: '/', server: { proxy: { ${PROXY} } } }`,
  ],
  [
    'an empty object',
    'export default defineConfig({})',
    `export default defineConfig({\n  server: {\n    proxy: {\n      ${PROXY},\n    },\n  },\n})`,
  ],
  [
    'a function, and a server with another proxy',
    `export default defineConfig(({ mode }) => {\n  return {\n    server: { port: 1, proxy: {\n      '/api': mode,\n    } },\n  } satisfies UserConfig\n})\n`,
    `export default defineConfig(({ mode }) => {\n  return {\n    server: { port: 1, proxy: {\n      '/api': mode,\n      ${PROXY},\n    } },\n  } satisfies UserConfig\n})\n`,
  ],
  [
    'a variable',
    `const config: UserConfig = {\n  base: '/',\n};\nexport default config;\n`,
    `const config: UserConfig = {\n  base: '/',\n  server: {\n    proxy: {\n      ${PROXY},\n    },\n  },\n};\nexport default config;\n`,
  ],
])('adds to a file with %s', async ([, before, expected]) => {
  const { after, stdout } = await written(before);
  expect(after).toBe(expected);
  expect(stdout).not.toContain('  you  ');
});

it.for<[string, string]>([
  ['a spread object, which may have a server', 'export default { ...shared, base: "/" };\n'],
  ['a server that is computed', 'export default { server: serverOf(mode) };\n'],
  ['a function with two results', 'export default () => { if (a) return {}; return { a }; };\n'],
  ['a merge of two objects', 'export default mergeConfig({ a }, { b });\n'],
  ['an error of syntax', 'export default { server: \n'],
  ['nothing', ''],
])('changes nothing in a file with %s, and prints the lines', async ([, before]) => {
  const { after, stdout } = await written(before);
  expect(after).toBe(before);
  expect(stdout).toContain('  you  Add to vite.config.ts:');
  expect(stdout).toContain(`         server: { proxy: { ${PROXY} } }`);
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
    `import vue from '@vitejs/plugin-vue';\nexport default {\n  plugins: [${text}],\n  server: { proxy: { '/dashboards': '' } },\n};\n`;
  const { after, stdout } = await written(config(call), ['vite', 'vue']);
  expect(after).toBe(config(expected || call));
  expect(stdout).not.toContain('  you  ');
});

it('prints the lines for a function of Vue that does not know the tag', async () => {
  const before = `import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };\n`;
  const { after, stdout } = await written(before, ['vite', 'vue']);
  expect(after).toContain(before.slice(0, -5));
  expect(stdout).toContain('         vue({ template: { compilerOptions: { isCustomElement:');
});

it('loses no byte of a package.json with a byte order mark, tabs and ends of lines of Windows', async () => {
  const text = `\uFEFF${packageFile(['vite']).replaceAll('  ', '\t').replaceAll('\n', '\r\n')}`;
  const app = new ApplicationFolder({ 'package.json': text });
  await app.run(['--yes']);
  const line = ',\r\n\t\t"dashboards": "node --watch dashboards.mjs"';
  expect(app.read('package.json')).toBe(text.replace('"dev": "vite"', `"dev": "vite"${line}`));
});

it('reads no file as text that is not UTF-8, and prints the lines instead', async () => {
  const app = new ApplicationFolder({ 'package.json': packageFile(['vite']) });
  const bytes = Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]);
  app.write('vite.config.js', bytes);
  const { stdout } = await app.run(['--yes']);
  expect(stdout).toContain('  you  Add to vite.config.js:');
  expect(app.bytes('vite.config.js')).toEqual(bytes);
});

it.for<[string, string]>([
  ['no route', "import express from 'express';\nexport const app = express();\n"],
  [
    'two applications',
    "import express from 'express';\nconst a = express();\nconst b = express();\na.get('/');\n",
  ],
  [
    'an application inside a function',
    "import express from 'express';\nfunction make() {\n  const app = express();\n  app.get('/');\n}\n",
  ],
])('changes nothing in a server with %s, and prints the lines', async ([, before]) => {
  const app = new ApplicationFolder({
    'package.json': packageFile(['express']),
    'server.js': before,
  });
  const { stdout } = await app.run(['--yes']);
  expect(app.read('server.js')).toBe(before);
  expect(stdout).toContain('  you  Add to server.js:');
  expect(stdout).toContain("         import { mountDashboards } from './dashboards.js';");
});
