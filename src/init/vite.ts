import { type Application, firstOf } from './application.ts';
import { addProperty, exportedObject } from './config-object.ts';
import { type Framework, PURPOSES, type Start, TYPES_FILE, typesFile } from './framework.ts';
import { hostServer, PROXY_TARGET } from './host-file.ts';
import type { Insertion } from './insertion.ts';
import type { Plan } from './plan.ts';
import { localNames, nameOf, nodesOf, type Source, untyped } from './syntax.ts';
import { toHtml, VITE_PAGES, type VitePage } from './vite-pages.ts';

const CONFIGS = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((end) => `vite.config.${end}`);
const FOLDER = 'src/dashboard';
const HOST = 'dashboards.mjs';
export const PROXY = `{ target: '${PROXY_TARGET}' }`;

/** The applications of Vite, one for each of its frameworks. */
export const VITE: readonly Framework[] = VITE_PAGES.map(([name, dependency, toPage]) => ({
  name: name ? `Vite with ${name}` : 'Vite',
  isUsed: ({ dependencies }) =>
    dependencies.has('vite') && (dependency === null || dependencies.has(dependency)),
  plan: (plan, app, envFile) => planVite(plan, app, envFile, toPage(app)),
}));

function planVite(plan: Plan, app: Application, envFile: string, page: VitePage): Start {
  addHostServer(plan, envFile);
  plan.create('dashboard.html', toHtml(page, FOLDER), PURPOSES.page);
  for (const file of [page.component, page.main]) {
    if (file) plan.create(`${FOLDER}/${file[0]}`, file[1], '');
  }
  if (page.types && app.hasTypeScript) {
    plan.create(`${FOLDER}/${TYPES_FILE}`, typesFile(page.types), PURPOSES.types);
  }
  addToConfig(plan, app, page.types === 'vue');
  return {
    hostFile: HOST,
    scripts: ['dashboards', 'dev'],
    page: 'http://localhost:5173/dashboard.html',
  };
}

/** Adds a host that is a server of its own, and the script that starts it. */
export function addHostServer(plan: Plan, envFile: string): void {
  plan.create(HOST, hostServer(envFile), PURPOSES.host);
  const command = `"node --watch ${HOST}"`;
  plan.insert('package.json', (source) => addToObject(source, ['scripts', 'dashboards'], command), {
    purpose: PURPOSES.script,
    hint: `"scripts": { "dashboards": ${command} }`,
  });
}

/** Returns the insertions that add a property to the object that a file exports, or `null`. */
export function addToObject(
  source: Source,
  path: readonly string[],
  value: string,
): Insertion[] | null {
  const object = exportedObject(source);
  return object && addProperty(source, object, path, value);
}

function addToConfig(plan: Plan, app: Application, isVue: boolean): void {
  const path = firstOf(app, CONFIGS);
  if (!path) {
    const config = `export default {\n  server: {\n    proxy: {\n      '/dashboards': ${PROXY},\n    },\n  },\n};\n`;
    plan.create(app.isModule ? 'vite.config.js' : 'vite.config.mjs', config, PURPOSES.proxy);
    return;
  }
  if (isVue) {
    plan.insert(path, addCustomElement, {
      purpose: PURPOSES.tag,
      hint: `vue({ template: { compilerOptions: { isCustomElement: ${IS_TAG} } } })`,
    });
  }
  plan.insert(path, (source) => addToObject(source, ['server', 'proxy', '/dashboards'], PROXY), {
    purpose: PURPOSES.proxy,
    hint: `server: { proxy: { '/dashboards': ${PROXY} } }`,
  });
}

const IS_TAG = "(tag) => tag === 'embedded-dashboard'";
const CUSTOM_ELEMENT = ['template', 'compilerOptions', 'isCustomElement'];

/** Vue warns about tags that it takes for components. */
function addCustomElement(source: Source): Insertion[] | null {
  const names = localNames(source, '@vitejs/plugin-vue', 'default');
  const calls = nodesOf(source.statements, 'CallExpression');
  const [call, other] = calls.filter(({ callee }) => names.includes(nameOf(callee) ?? ''));
  if (!call || other) return null;
  const [options] = call.arguments;
  if (!options) {
    const text = `{ template: { compilerOptions: { isCustomElement: ${IS_TAG} } } }`;
    return [{ at: call.end! - 1, text }];
  }
  const object = untyped(options);
  if (object.type !== 'ObjectExpression') return null;
  const added = addProperty(source, object, CUSTOM_ELEMENT, IS_TAG);
  // A function that is there must know the tag as well.
  const isKnown = source.text.slice(object.start!, object.end!).includes('embedded-dashboard');
  return added?.length === 0 && !isKnown ? null : added;
}
