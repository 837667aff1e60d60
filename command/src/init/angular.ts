import type * as Syntax from '@babel/types';
import type { Application } from './application.ts';
import {
  addEntry,
  addProperty,
  addToObject,
  exportedObject,
  findProperty,
} from './config-object.ts';
import { buildAnd, type Framework, PURPOSES, type Start } from './framework.ts';
import { HOST_SERVER, hostServer, PROXY_TARGET, START_HOST } from './host-file.ts';
import type { Insertion } from './insertion.ts';
import type { Plan } from './plan.ts';
import { nameOf, nodesOf, type Source } from './syntax.ts';
import { CLOSED_TAG, indent } from './tag.ts';

/** Angular with its CLI, whose development server cannot mount a host: it passes requests on. */
export const ANGULAR: Framework = {
  name: 'Angular',
  isUsed: ({ dependencies }) => dependencies.has('@angular/core'),
  plan: planAngular,
};

const PROXY_FILE = 'src/proxy.conf.json';
const ROUTE = `{
  path: 'dashboard',
  loadComponent: () => import('./dashboard').then(({ Dashboard }) => Dashboard),
}`;

function planAngular(plan: Plan, app: Application, envFile: string): Start {
  plan.create(HOST_SERVER, hostServer(envFile), PURPOSES.host);
  const command = `"node --watch ${HOST_SERVER}"`;
  plan.insert('package.json', (source) => addToObject(source, ['scripts', 'dashboards'], command), {
    purpose: PURPOSES.script,
    hint: `"scripts": { "dashboards": ${command} }`,
  });
  plan.create(
    PROXY_FILE,
    `{\n  "/dashboards": { "target": "${PROXY_TARGET}" }\n}\n`,
    PURPOSES.proxy,
  );
  plan.insert('angular.json', addProxy, {
    purpose: PURPOSES.proxy,
    hint: `"serve": { "options": { "proxyConfig": "${PROXY_FILE}" } }`,
  });
  plan.create('src/app/dashboard.ts', COMPONENT, PURPOSES.page);
  plan.insert('src/app/app.routes.ts', addRoute, { purpose: PURPOSES.routes, hint: `${ROUTE},` });
  return {
    hostFile: HOST_SERVER,
    scripts: ['dashboards', 'start'],
    page: 'http://localhost:4200/dashboard',
    production: { command: buildAnd(app, START_HOST), isHostOnly: true },
  };
}

const COMPONENT = `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import 'embedded-dashboard';

@Component({
  selector: 'app-dashboard',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indent(CLOSED_TAG, 4)}
  \`,
})
export class Dashboard {}
`;

/** Adds the proxy to the only project that has a development server. */
function addProxy(source: Source): Insertion[] | null {
  if (source.text.includes(`"${PROXY_FILE}"`)) return [];
  const root = exportedObject(source);
  const projects = root && propertyOf(root, 'projects');
  const served = projects?.properties.flatMap((project) => {
    const name = 'key' in project ? nameOf(project.key) : null;
    const targets = name === null ? null : propertyOf(projects, name);
    const kind = ['architect', 'targets'].find(
      (each) => propertyOf(targets && propertyOf(targets, each), 'serve') !== null,
    );
    return name !== null && kind ? [[name, kind]] : [];
  });
  const [path, other] = served ?? [];
  if (!root || !path || other) return null;
  const keys = ['projects', ...path, 'serve', 'options', 'proxyConfig'];
  const added = addProperty(source, root, keys, `"${PROXY_FILE}"`);
  // Another proxy is there.
  return added?.length === 0 ? null : added;
}

function propertyOf(
  object: Syntax.ObjectExpression | null,
  key: string,
): Syntax.ObjectExpression | null {
  const property = object && findProperty(object, key);
  const value = property?.type === 'ObjectProperty' ? property.value : null;
  return value?.type === 'ObjectExpression' ? value : null;
}

/** A route after one for all other paths would never be used. */
function addRoute(source: Source): Insertion[] | null {
  if (source.text.includes("'./dashboard'")) return [];
  const variables = nodesOf(source.statements, 'VariableDeclarator');
  const list = variables.find(({ id }) => nameOf(id) === 'routes')?.init;
  const hasRest = /path:\s*['"]\*\*/.test(source.text);
  return list?.type === 'ArrayExpression' && !hasRest ? addEntry(source, list, ROUTE) : null;
}
