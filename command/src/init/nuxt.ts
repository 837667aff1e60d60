import { type Application, firstOf, majorOf } from './application.ts';
import { addToObject } from './config-object.ts';
import {
  buildAnd,
  type Framework,
  PURPOSES,
  type Start,
  TYPES_FILE,
  typesFile,
} from './framework.ts';
import { hostRoute } from './host-file.ts';
import { indentAt, insertAll } from './insertion.ts';
import type { Plan } from './plan.ts';
import { CLOSED_TAG, indent } from './tag.ts';
import { IS_TAG } from './vite.ts';

/** Nuxt. Its version 4 has pages in the folder `app`. */
export const NUXT: Framework = {
  name: 'Nuxt',
  isUsed: ({ dependencies }) => dependencies.has('nuxt'),
  envFiles: ['.env'],
  plan: planNuxt,
};

const CONFIGS = ['nuxt.config.ts', 'nuxt.config.js', 'nuxt.config.mjs'];
const FIRST_WITH_APP = 4;

function planNuxt(plan: Plan, app: Application, envFile: string): Start {
  const isNew = (majorOf(app.dependencies.get('nuxt')) ?? Infinity) >= FIRST_WITH_APP;
  const folder = isNew && firstOf(app, ['app']) ? 'app/' : '';
  const isTypeScript = app.hasTypeScript;
  const hostFile = `server/routes/dashboards/[...path].${isTypeScript ? 'ts' : 'js'}`;
  plan.create(hostFile, toHost(isTypeScript), PURPOSES.host);
  plan.create(`${folder}pages/dashboard.vue`, toPage(isTypeScript), PURPOSES.page);
  if (isTypeScript) addTypes(plan, app, folder);
  plan.insert(
    firstOf(app, CONFIGS) ?? CONFIGS[0]!,
    (source) => addToObject(source, ['vue', 'compilerOptions', 'isCustomElement'], IS_TAG),
    {
      purpose: PURPOSES.tag,
      hint: `vue: { compilerOptions: { isCustomElement: ${IS_TAG} } }`,
    },
  );
  const root = firstOf(app, [`${folder}app.vue`]);
  if (root) {
    addPages(plan, root);
    if (!firstOf(app, [`${folder}pages`])) {
      plan.create(`${folder}pages/index.vue`, FRONT_PAGE, PURPOSES.front);
    }
  }
  return {
    hostFile,
    scripts: ['dev'],
    page: 'http://localhost:3000/dashboard',
    production: { command: buildAnd(app, `node --env-file=${envFile} .output/server/index.mjs`) },
  };
}

/** With the first page, Nuxt starts to answer 404 at addresses that have none. */
const FRONT_PAGE = '<template>\n  <div />\n</template>\n';

function toHost(isTypeScript: boolean): string {
  return hostRoute({
    isTypeScript,
    asked: '(_request, { context })',
    imports: [isTypeScript ? "import type { H3Event } from 'h3';\n" : '', ''],
    context: 'H3Event',
    route: ['export default defineEventHandler((event) => {', 'toWebRequest(event), event', '});'],
  });
}

function toPage(isTypeScript: boolean): string {
  return `<script setup${isTypeScript ? ' lang="ts"' : ''}>
onMounted(() => void import('embedded-dashboard'));
</script>

<template>
${indent(CLOSED_TAG, 2)}
</template>
`;
}

/** Adds the types of the tag. A new application lacks those of Node, which the host needs. */
function addTypes(plan: Plan, { dependencies, manager }: Application, folder: string): void {
  plan.create(folder + TYPES_FILE, typesFile('vue'), PURPOSES.types);
  if (dependencies.has('@types/node')) return;
  plan.print(
    'For nuxt typecheck, add the types of Node:',
    `${manager.name} ${manager.add} -D @types/node`,
  );
}

/** Adds the place of pages to the component of a new application, which shows a welcome and no pages. */
function addPages(plan: Plan, root: string): void {
  const edit = (text: string): string | null => {
    if (/<(?:NuxtPage|nuxt-page|RouterView|router-view)\b/.test(text)) return text;
    const at = text.indexOf('<NuxtWelcome');
    if (at === -1) return null;
    const hint = `Every page shows what ${root} shows. Move the welcome of Nuxt to a page:`;
    plan.print(hint, '<NuxtWelcome />');
    return insertAll(text, [{ at, text: `<NuxtPage />\n${indentAt(text, at)}` }]);
  };
  plan.add(root, edit, PURPOSES.pages, '<NuxtPage />\n');
}
