import { type Application, firstOf } from './application.ts';
import { addItem, addProperty, addToObject, exportedObject } from './config-object.ts';
import {
  buildAnd,
  type Framework,
  PURPOSES,
  type Start,
  TYPES_FILE,
  typesFile,
} from './framework.ts';
import { HOST_SERVER, hostServer, START_HOST } from './host-file.ts';
import type { Insertion } from './insertion.ts';
import type { Plan } from './plan.ts';
import { localNames, nameOf, nodesOf, type Source, untyped } from './syntax.ts';
import { indent } from './tag.ts';
import { toHtml, VITE_PAGES, type VitePage } from './vite-pages.ts';

const CONFIGS = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((end) => `vite.config.${end}`);
const FOLDER = 'src/dashboard';

const PAGE = 'dashboard.html';

/** Vite's development server loads the host again after a change. */
const DEVELOPMENT = `configureServer(vite) {
  vite.middlewares.use('/dashboards', (request, response, next) => {
    const host = vite.ssrLoadModule('/${HOST_SERVER}');
    host.then(({ answer }) => answer(request, response, next)).catch(next);
  });
},`;
/** `vite preview` has no loader of modules. */
const PREVIEW = `async configurePreviewServer(vite) {
  const { answer } = await import(\`file://\${vite.config.root}/${HOST_SERVER}\`);
  vite.middlewares.use('/dashboards', answer);
},`;

/** The applications of Vite, one for each of its frameworks. */
export const VITE: readonly Framework[] = VITE_PAGES.map(([name, dependency, toPage]) => ({
  name: name ? `Vite with ${name}` : 'Vite',
  isUsed: ({ dependencies }) =>
    dependencies.has('vite') && (dependency === null || dependencies.has(dependency)),
  plan: (plan, app, envFile) => planVite(plan, app, envFile, toPage(app)),
}));

function planVite(plan: Plan, app: Application, envFile: string, page: VitePage): Start {
  plan.create(HOST_SERVER, hostServer(envFile), PURPOSES.host);
  plan.create(PAGE, toHtml(page, FOLDER), PURPOSES.page);
  for (const file of [page.component, page.main]) {
    if (file) plan.create(`${FOLDER}/${file[0]}`, file[1], '');
  }
  if (page.types && app.hasTypeScript) {
    plan.create(`${FOLDER}/${TYPES_FILE}`, typesFile(page.types), PURPOSES.types);
  }
  addToConfig(plan, app, page.types === 'vue');
  return {
    hostFile: HOST_SERVER,
    scripts: ['dev'],
    page: `http://localhost:5173/${PAGE}`,
    production: {
      command: buildAnd(app, START_HOST),
      isHostOnly: true,
      ...(app.scripts.preview && { preview: 'preview' }),
    },
  };
}

function addToConfig(plan: Plan, app: Application, isVue: boolean): void {
  const path =
    firstOf(app, CONFIGS) ?? createConfig(plan, `vite.config.${app.isModule ? '' : 'm'}js`);
  if (isVue) {
    plan.insert(path, addCustomElement, {
      purpose: PURPOSES.tag,
      hint: `vue({ template: { compilerOptions: { isCustomElement: ${IS_TAG} } } })`,
    });
  }
  mountInVite(plan, path);
  if (firstOf(app, [FRONT_PAGE])) {
    plan.insert(path, addToBuild, {
      purpose: PURPOSES.page,
      hint: `build: { rollupOptions: { input: ${PAGES} } }`,
    });
  }
}

/** Adds an empty configuration file to the plan, and returns its path. */
export function createConfig(plan: Plan, path: string): string {
  plan.create(path, 'export default {};\n', PURPOSES.plugin);
  return path;
}

/**
 * Adds the plugin to the plugins of a configuration file. `keys` lead to Vite's own configuration from that of a
 * framework, whose preview uses no plugins.
 */
export function mountInVite(plan: Plan, path: string, keys: readonly string[] = []): void {
  const hooks = keys.length > 0 ? [DEVELOPMENT] : [DEVELOPMENT, PREVIEW];
  const plugin = `{\n  name: 'dashboards',\n${indent(hooks.join('\n'), 2)}\n}`;
  const find = (source: Source): Insertion[] | null => {
    if (source.text.includes(HOST_SERVER)) return [];
    const object = exportedObject(source);
    return object && addItem(source, object, [...keys, 'plugins'], plugin);
  };
  const plugins = `plugins: [\n${indent(plugin, 2)},\n],`;
  const hint = keys.reduceRight((text, key) => `${key}: {\n${indent(text, 2)}\n},`, plugins);
  plan.insert(path, find, { purpose: PURPOSES.plugin, hint });
}

const FRONT_PAGE = 'index.html';
const PAGES = `['${FRONT_PAGE}', '${PAGE}']`;

/** Vite builds the front page only, unless its configuration lists all pages. */
function addToBuild(source: Source): Insertion[] | null {
  if (source.text.includes(PAGE)) return [];
  const added = addToObject(source, ['build', 'rollupOptions', 'input'], PAGES);
  // Another list is there.
  return added?.length === 0 ? null : added;
}

/** The function by which Vue's compiler knows the tag. */
export const IS_TAG = "(tag) => tag === 'embedded-dashboard'";
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
