import { type Application, firstOf, majorOf } from './application.ts';
import { addEntry, exportedList } from './config-object.ts';
import {
  buildAnd,
  type Framework,
  lacking,
  type Production,
  PURPOSES,
  type Start,
} from './framework.ts';
import { hostRoute } from './host-file.ts';
import { InitError } from './init-error.ts';
import type { Insertion } from './insertion.ts';
import type { Plan } from './plan.ts';
import { addReactPage } from './react-page.ts';
import { localNames, type Source } from './syntax.ts';

/** React Router as a framework, with its own server. Without it, an application is one of Vite with React. */
export const REACT_ROUTER: Framework = {
  name: 'React Router',
  isUsed: ({ dependencies }) => dependencies.has('@react-router/dev'),
  plan: planReactRouter,
};

/** The names also are those of routes that `flatRoutes` finds. */
const HOST = 'routes/dashboards.$';
const PAGE = 'routes/dashboard';
const MODULE = '@react-router/dev/routes';

function planReactRouter(plan: Plan, app: Application, envFile: string): Start {
  const settings = firstOf(app, ['react-router.config.ts', 'react-router.config.js']);
  if (/\bssr:\s*false\b/.test((settings && app.folder.read(settings)) ?? '')) {
    throw new InitError(
      'With ssr: false, React Router has no server for the host. Follow docs/single-page-apps.md.',
    );
  }
  const isTypeScript = app.hasTypeScript;
  const hostFile = `app/${HOST}.${isTypeScript ? 'ts' : 'js'}`;
  plan.create(hostFile, toHost(isTypeScript), PURPOSES.host);
  const page = `${PAGE}.${isTypeScript ? 'tsx' : 'jsx'}`;
  addReactPage(plan, app, `app/${page}`, { typesFolder: 'app' });
  const routes = `route('dashboard', '${page}'),\nroute('dashboards/*', '${hostFile.slice(4)}')`;
  plan.insert(
    firstOf(app, ['app/routes.ts', 'app/routes.js']) ?? 'app/routes.ts',
    (source) => addRoutes(source, routes),
    { purpose: PURPOSES.routes, hint: `import { route } from '${MODULE}';\n\n${routes},` },
  );
  return {
    hostFile,
    scripts: ['dev'],
    page: 'http://localhost:5173/dashboard',
    production: toProduction(app, envFile),
  };
}

const SERVER = '@react-router/serve';
const FIRST_WITH_COMMON = 8;

/** The server reads no file of environment variables, so Node does: it starts the server's own file. */
function toProduction(app: Application, envFile: string): Production {
  const isNew = (majorOf(app.dependencies.get(SERVER)) ?? Infinity) >= FIRST_WITH_COMMON;
  const server = `node_modules/${SERVER}/bin.${isNew ? 'cjs' : 'js'}`;
  const start = `node --env-file=${envFile} ${server} build/server/index.js`;
  return { command: buildAnd(app, start), needs: lacking(app, SERVER) };
}

function toHost(isTypeScript: boolean): string {
  const open = isTypeScript
    ? 'function answer({ request, context }: LoaderFunctionArgs): Promise<Response> {'
    : 'function answer({ request, context }) {';
  return hostRoute({
    isTypeScript,
    asked: '(_request, { context })',
    imports: ['', isTypeScript ? "import type { LoaderFunctionArgs } from 'react-router';\n" : ''],
    context: "LoaderFunctionArgs['context']",
    route: [open, 'request, context', '}\n\nexport { answer as loader, answer as action };'],
  });
}

function addRoutes(source: Source, routes: string): Insertion[] | null {
  if (source.text.includes(HOST) || localNames(source, FILE_ROUTES, 'flatRoutes').length > 0) {
    return [];
  }
  const list = exportedList(source);
  const entries = list && addEntry(source, list, routes);
  const names = importOf(source);
  return entries && names ? [...entries, ...names] : null;
}

const FILE_ROUTES = '@react-router/fs-routes';

/** Returns the insertion of the name `route` into the import that is there: none if it has the name, or `null`. */
function importOf(source: Source): Insertion[] | null {
  if (localNames(source, MODULE, 'route').includes('route')) return [];
  const imports = source.statements.flatMap((statement) =>
    statement.type === 'ImportDeclaration' &&
    statement.source.value === MODULE &&
    statement.importKind !== 'type'
      ? statement.specifiers
      : [],
  );
  const last = imports.findLast(({ type }) => type === 'ImportSpecifier');
  return last ? [{ at: last.end!, text: ', route' }] : null;
}
